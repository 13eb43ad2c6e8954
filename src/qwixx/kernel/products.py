"""Sums over the units of a layer, written for the vector registers of the processor.

A compiler that is given loops cannot know that arrays do not overlap, so it fetches and stores
every sum again and again. Here the sums of LANES units stay in registers; which, LLVM decides.
"""

from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Callable

Floats: TypeAlias = NDArray[np.float32]

LANES: Final = 16
"""Layers have a multiple of this many units."""
_SUMS: Final = 4
"""Vectors that are summed independently of each other, because an addition takes a while."""
_VECTOR: Final = ir.VectorType(ir.FloatType(), LANES)
_ZEROS: Final = ir.Constant(_VECTOR, [0.0] * LANES)
_ANY_ORDER: Final = ("contract", "reassoc", "nsz")
_ir: Any = cgutils


def padded(units: int) -> int:
    """So many units with those that are added to fill a vector."""
    return -(-units // LANES) * LANES


def _add_products(_: Any, start: Any, amounts: Any, weights: Any, sums: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        (begin,), factors, (table,), targets = _arrays(context, builder, signature, args)
        (rows,) = _ir.unpack_tuple(builder, factors[0].shape)
        (units,) = _ir.unpack_tuple(builder, begin.shape)
        size = rows.type
        at_once = max(1, _SUMS // len(factors))
        with _ir.for_range_slice(builder, size(0), units, size(LANES), size) as (first, _):
            totals = [[_ir.alloca_once(builder, _VECTOR) for _ in range(at_once)] for _ in factors]
            for parts in totals:
                for part in parts:
                    builder.store(_ZEROS, part)
            with _ir.for_range_slice(builder, size(0), rows, size(at_once), size) as (row, _):
                for number in range(at_once):
                    at = builder.add(row, size(number))
                    weight = _load(builder, table, builder.add(builder.mul(at, units), first))
                    for factor, parts in zip(factors, totals, strict=True):
                        amount = builder.load(builder.gep(factor.data, [at]))
                        product = builder.fmul(_everywhere(builder, amount), weight, _ANY_ORDER)
                        total = builder.fadd(builder.load(parts[number]), product, _ANY_ORDER)
                        builder.store(total, parts[number])
            for target, parts in zip(targets, totals, strict=True):
                total = _load(builder, begin, first)
                for part in parts:
                    total = builder.fadd(total, builder.load(part), _ANY_ORDER)
                _store(builder, total, target, first)
        return context.get_dummy_value()

    return types.void(start, amounts, weights, sums), generate


def _add_rows(_: Any, start: Any, table: Any, numbers: Any, sums: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        (begin,), (rows,), lines, (target,) = _arrays(context, builder, signature, args)
        (units,) = _ir.unpack_tuple(builder, target.shape)
        size = units.type
        offsets = [builder.mul(line, units) for line in lines]
        with _ir.for_range_slice(builder, size(0), units, size(LANES), size) as (first, _):
            total = _load(builder, begin, first)
            for offset in offsets:
                row = _load(builder, rows, builder.add(offset, first))
                total = builder.fadd(total, row, _ANY_ORDER)
            positive = builder.fcmp_ordered(">", total, _ZEROS)
            _store(builder, builder.select(positive, total, _ZEROS), target, first)
        return context.get_dummy_value()

    return types.void(start, table, numbers, sums), generate


def _arrays(context: Any, builder: Any, signature: Any, args: Any) -> list[list[Any]]:
    """The arguments, each as a list: of one array, of a tuple's arrays or of a tuple's numbers."""
    found = []
    for kind, value in zip(signature.args, args, strict=True):
        one = not isinstance(kind, types.BaseTuple)
        kinds = [kind] if one else list(kind)
        values = [value] if one else _ir.unpack_tuple(builder, value)
        found.append(
            [
                context.make_array(kind)(context, builder, value=value)
                if isinstance(kind, types.Array)
                else context.cast(builder, value, kind, types.intp)
                for kind, value in zip(kinds, values, strict=True)
            ]
        )
    return found


def _address(builder: Any, array: Any, place: Any) -> Any:
    return builder.bitcast(builder.gep(array.data, [place]), _VECTOR.as_pointer())


def _load(builder: Any, array: Any, place: Any) -> Any:
    return builder.load(_address(builder, array, place), align=4)


def _store(builder: Any, vector: Any, array: Any, place: Any) -> None:
    builder.store(vector, _address(builder, array, place), align=4)


def _everywhere(builder: Any, number: Any) -> Any:
    """A vector of equal numbers."""
    index = ir.IntType(32)
    nothing = ir.Constant(_VECTOR, ir.Undefined)
    first = builder.insert_element(nothing, number, index(0))
    zeros = ir.Constant(ir.VectorType(index, LANES), [0] * LANES)
    return builder.shuffle_vector(first, nothing, zeros)


add_products: Final = cast(
    "Callable[[Floats, tuple[Floats, ...], Floats, tuple[Floats, ...]], None]",
    intrinsic(_add_products),
)
"""Each of the sums becomes `start` + amounts @ weights. All arrays are contiguous; amounts and sums
have padded sizes."""
add_rows: Final = cast(
    "Callable[[Floats, Floats, tuple[int, ...], Floats], None]", intrinsic(_add_rows)
)
"""The sums become `start` and the rows of the table with these numbers, but not less than 0."""
