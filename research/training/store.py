"""Between the net in torch and the file that bots read."""

import json
from pathlib import Path

import numpy as np
import torch

from qwixx.batch.net import NetArrays, arrays_of
from qwixx.kernel.encoding import encoding_of
from qwixx.kernel.weights_file import FORMAT, load_weights
from qwixx.rules import Variant
from research.training.judge import ValueNet


def save_weights(path: Path, variant: Variant, net: NetArrays, story: dict[str, object]) -> None:
    """Writes the file; `story` says how the weights were made."""
    about = json.dumps({"format": FORMAT, "variant": variant.name, **story})
    np.savez_compressed(path, about=np.array(about), **vars(net))


def save_net(path: Path, variant: Variant, net: ValueNet, story: dict[str, object]) -> None:
    parts = {name: part.detach().cpu().numpy() for name, part in net.named_parameters()}
    save_weights(path, variant, NetArrays(**parts), story)


def load_net(path: Path, variant: Variant, device: torch.device) -> ValueNet:
    weights = arrays_of(load_weights(path, variant)[0])
    width, hidden = weights.inner.shape
    net = ValueNet(encoding_of(variant), width, weights.mix.shape[0], hidden)
    net.load_state_dict({name: torch.from_numpy(part) for name, part in vars(weights).items()})
    return net.to(device)
