"""Makes src/fonts/gabarito.woff2 from the published font: for a text that needs a new letter.

    npm pack @fontsource-variable/gabarito@5.3.0 && tar xzf fontsource-variable-gabarito-5.3.0.tgz
    pip install fonttools brotli
    python scripts/font.py package/files/gabarito-latin-wght-normal.woff2

Every first visit waits for this file, so it has only the letters of the page. Kerning that changes
with the weight was two fifths of the file. Here the pairs are kerned for one weight, in the middle
of the used ones, and pairs that hardly move are left out. The page wants tabular figures
everywhere, so there are no others.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

TARGET = Path(__file__).parent.parent / "src" / "fonts" / "gabarito.woff2"
# The letters of Western European names, and the signs of our texts and of notation.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789ŒœŸ"
LETTERS += "".join(map(chr, range(0xC0, 0x100)))
SIGNS = " \xa0!\"#%&'()*+,-./:;<=>?@[]_|~¡¿«»‹›ªº°·–—‘’‚“”„•…€−"
KERNED_AT = 650
HARDLY = 45  # thousandths of the size of the type


def kerning(font: TTFont) -> None:
    """Replaces kerning that varies by that of one weight."""
    fixed = instancer.instantiateVariableFont(TTFont(font.reader.file.name), {"wght": KERNED_AT})
    font["GPOS"] = fixed["GPOS"]
    if "VarStore" in vars(font["GDEF"].table):
        font["GDEF"].table.VarStore = None
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for pairs in (getattr(each, "ExtSubTable", each) for each in lookup.SubTable):
            if pairs.LookupType == 2 and pairs.Format == 1:
                for kept in pairs.PairSet:
                    kept.PairValueRecord = [
                        pair for pair in kept.PairValueRecord if abs(pair.Value1.XAdvance) > HARDLY
                    ]
            elif pairs.LookupType == 2:
                for row in pairs.Class1Record:
                    for pair in row.Class2Record:
                        if pair.Value1 and abs(pair.Value1.XAdvance) <= HARDLY:
                            pair.Value1.XAdvance = 0


def tabular(font: TTFont) -> None:
    """Replaces the digits by those of equal width."""
    features = font["GSUB"].table.FeatureList.FeatureRecord
    tnum = next(record.Feature for record in features if record.FeatureTag == "tnum")
    (wide,) = font["GSUB"].table.LookupList.Lookup[tnum.LookupListIndex[0]].SubTable
    wide = getattr(wide, "ExtSubTable", wide).mapping
    for table in font["cmap"].tables:
        for code, name in table.cmap.items():
            if chr(code) in "0123456789":
                table.cmap[code] = wide.get(name, name)


def main() -> None:
    font = TTFont(sys.argv[1], recalcTimestamp=False)
    kerning(font)
    tabular(font)
    options = subset.Options(
        layout_features=["kern"], hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 14]
    )
    options.drop_tables += ["STAT", "MVAR"]
    cut = subset.Subsetter(options)
    cut.populate(text=LETTERS + SIGNS)
    cut.subset(font)
    font.flavor = "woff2"
    font.save(TARGET)
    sys.stdout.write(f"{TARGET.stat().st_size} bytes, {len(font.getGlyphOrder())} glyphs\n")


if __name__ == "__main__":
    main()
