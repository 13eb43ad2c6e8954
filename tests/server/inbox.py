"""The client's end of a connection, in the same process."""


class Inbox:
    """Keeps the messages that a connection sends."""

    is_writable = True

    def __init__(self) -> None:
        self.messages: list[bytes] = []

    def write(self, messages: list[bytes], *, last: bool) -> None:  # noqa: ARG002
        self.messages += messages

    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...
    def abort(self) -> None: ...
