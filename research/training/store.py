"""Between the net in torch and the file that bots read."""

from pathlib import Path

import torch

from qwixx.bots.weights_file import Weights, load_weights, save_weights
from qwixx.kernel.encoding import encoding_of
from qwixx.rules import Variant
from research.training.judge import ValueNet


def save_net(path: Path, variant: Variant, net: ValueNet, story: dict[str, object]) -> None:
    parts = {name: part.detach().cpu().numpy() for name, part in net.named_parameters()}
    save_weights(path, variant, Weights(**parts), story)


def load_net(path: Path, variant: Variant, device: torch.device) -> ValueNet:
    weights, _ = load_weights(path, variant)
    width, hidden = weights.inner.shape
    net = ValueNet(encoding_of(variant), width, weights.mix.shape[0], hidden)
    net.load_state_dict({name: torch.from_numpy(part) for name, part in vars(weights).items()})
    return net.to(device)
