"""Records that are sent to a server to be reviewed."""

import json
import urllib.error
import urllib.request

from tests.server.running import Server

UNFINISHED = """\
[Variant "classic"]
[Players "Laura" "Max"]
[First "0"]

1. 41/3256  r5 y5  b10
2. 62/1144  g8 -
"""


def send_record(server: Server, text: str) -> tuple[int, dict[str, object]]:
    return post(server, text.encode())


def post(server: Server, body: bytes) -> tuple[int, dict[str, object]]:
    asked = urllib.request.Request(f"http://{server.address}/api/review", body)
    try:
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read())
