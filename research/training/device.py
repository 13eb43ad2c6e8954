"""Where the work is done, and how it is repeated without asking Python again."""

import os
from collections.abc import Callable, Sequence

import torch


def best_device() -> torch.device:
    if torch.cuda.is_available():
        # Without this, products on several streams are not summed in the same order every time.
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
        torch.backends.cuda.matmul.allow_tf32 = True
        return torch.device("cuda")
    torch.set_num_threads(1)  # tensors this small only wait for threads
    return torch.device("cpu")


def captured(work: Callable[[], None], device: torch.device) -> Callable[[], None]:
    """The work as a CUDA graph: thousands of small kernels started by one call. It must do the
    same operations on the same tensors every time. On a CPU it is the work itself."""
    if device.type != "cuda":
        return work
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):  # the warm-up that capturing asks for
        work()
        work()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work()
    return graph.replay


def side_by_side(works: Sequence[Callable[[], None]], device: torch.device) -> None:
    """Independent works at the same time: on a GPU one small kernel leaves much of it idle."""
    if device.type != "cuda":
        for work in works:
            work()
        return
    here = torch.cuda.current_stream()
    streams = [torch.cuda.Stream() for _ in works]
    for work, stream in zip(works, streams, strict=True):
        stream.wait_stream(here)
        with torch.cuda.stream(stream):
            work()
    for stream in streams:
        here.wait_stream(stream)
