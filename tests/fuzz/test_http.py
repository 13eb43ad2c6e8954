"""Requests made up from the description of the interface: none of them ends in a server error."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from schemathesis.checks import not_a_server_error

from tests.server.client import ask
from tests.server.running import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="module")
def described(server: Server, messages: int) -> schemathesis.BaseSchema:
    """The requests that the server says it understands."""
    base = f"http://{server.address}"
    schema = schemathesis.openapi.from_dict(ask(server.address, "/api/schema/openapi.json"))
    schema.config.update(base_url=base)
    schema.config.generation.update(max_examples=messages // 100)
    return schema


requests = schemathesis.pytest.from_fixture("described")


@requests.parametrize()
def test_every_request_gets_a_documented_answer(case: schemathesis.Case[Any]) -> None:
    case.call_and_validate(checks=[not_a_server_error])


@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/mine", "/api/forget"])
@pytest.mark.parametrize("text", ["[" * 10_000, '{"name":' + "[" * 10_000, "\x00", '"', "{}"])
def test_bodies_that_are_no_json_or_too_deep_are_refused(
    server: Server, path: str, text: str
) -> None:
    asked = urllib.request.Request(f"http://{server.address}{path}", text.encode())
    asked.add_header("Content-Type", "application/json")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(asked, timeout=20)
    with refused.value as answer:
        assert (answer.code, json.load(answer)["code"]) == (400, "bad-message")
