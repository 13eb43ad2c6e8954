"""The wire format: every message and every answer, defined here once and nowhere else.

The small types are in `types`. `actions` defines the messages that a browser sends, `views` those
that it gets, and `http` the bodies of requests and answers. `codec` turns them into bytes;
`web/scripts/protocol_types.py` makes the types of the page from them.
"""
