"""The wire format: every message and every answer, defined here once and nowhere else.

The small types are in `types`. `actions` defines what a browser may ask for, and `views` what it is
shown. The other messages of a socket are in `messages`, the bodies of requests and answers in
`http`. `codec` turns messages into bytes, and `web/scripts/protocol_types.py` makes the types of
the page.
"""
