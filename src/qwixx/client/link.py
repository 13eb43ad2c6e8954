"""Reads the link of a table, which players send to each other."""

from typing import NamedTuple
from urllib.parse import urlsplit

from qwixx.table.names import CODE_LENGTH, CODE_LETTERS, read_code


class Link(NamedTuple):
    """The address of a server and the code of a table.

    Examples:
        >>> from qwixx.client import Link
        >>> Link("https://qwixx.example", "CDFGHJ").code
        'CDFGHJ'
    """

    address: str
    """The server, in the form for `TableConnection`."""
    code: str
    """The six consonants of the table."""


def read_link(text: str) -> Link:
    """Reads a link like `https://host/CDFGHJ`, also below a path. Raises ValueError with a reason.

    Examples:
        >>> from qwixx.client import read_link
        >>> read_link("https://qwixx.example/cdfghj")
        Link(address='https://qwixx.example', code='CDFGHJ')
    """
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        host = parts.hostname and parts.port != 0
    except ValueError:  # The port is no number, or a bracket is missing.
        host = None
    if not host or parts.scheme not in ("http", "https") or not parts.path.strip("/"):
        raise ValueError(f"expected a link like https://host/CDFGHJ, found {text!r}")
    folder, _, last = parts.path.rstrip("/").rpartition("/")
    code = read_code(last)
    if code is None:
        form = f"{CODE_LENGTH} of the letters {CODE_LETTERS}"
        raise ValueError(f"expected a code of {form} at the end of the link, found {text!r}")
    return Link(f"{parts.scheme}://{parts.netloc}{folder}", code)
