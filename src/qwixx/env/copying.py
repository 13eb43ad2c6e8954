"""Copies a fixed number of entries at once.

A loop over bytes takes some ten times as long, because the compiler cannot know that two arrays do
not overlap. That would be more than a tenth of a step of the environments.
"""

from typing import Any, Final

from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.extending import intrinsic

WIDTH: Final = 32  # Entries that are copied


def _copy_entries(typing: Any, target: Any, at: Any, source: Any, start: Any) -> Any:  # noqa: ARG001
    """Does target[at : at + WIDTH] = source[start : start + WIDTH], without any check.

    Both are one-dimensional int8 arrays without gaps in memory.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vector = ir.VectorType(ir.IntType(8), WIDTH).as_pointer()
        pointers = []
        for array, index in ((0, 1), (2, 3)):
            made = context.make_array(signature.args[array])(context, builder, arguments[array])
            pointer = builder.gep(made.data, [arguments[index]])
            pointers.append(builder.bitcast(pointer, vector))
        builder.store(builder.load(pointers[1], align=1), pointers[0], align=1)
        return context.get_dummy_value()

    return types.void(target, types.intp, source, types.intp), generate


copy_entries: Any = intrinsic(_copy_entries)
