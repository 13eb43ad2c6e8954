"""The wire format: every message and every answer, defined here once and nowhere else.

The small types are in `types`. `actions` is what a browser may ask for, `views` what it is
told, `http` the rest. `codec` turns them into bytes; `web/scripts/protocol_types.py` makes the
types of the page from them.
"""
