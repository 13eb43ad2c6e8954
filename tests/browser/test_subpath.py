"""The game at a subpath behind a real nginx: /qwixx/, beside other things."""

import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import Troubles
from tests.browser.person import PATIENCE, Person
from tests.server.proxies import DEPLOY, free_port, nginx
from tests.server.running import Server


@pytest.fixture
def corner(tmp_path: Path, server: Server) -> Iterator[str]:
    """The address of the server behind nginx with our file."""
    port = free_port()
    text = (DEPLOY / "nginx-path.conf").read_text(encoding="utf-8")
    (tmp_path / "corner.conf").write_text(text.replace("127.0.0.1:8000", server.address))
    (tmp_path / "nginx.conf").write_text(
        f"daemon off; pid {tmp_path}/nginx.pid; error_log {tmp_path}/error.log;\n"
        f"events {{}}\nhttp {{ access_log off; client_body_temp_path {tmp_path}/body;\n"
        f"proxy_temp_path {tmp_path}/p; fastcgi_temp_path {tmp_path}/f; "
        f"uwsgi_temp_path {tmp_path}/u; scgi_temp_path {tmp_path}/s;\n"
        f"server {{ listen 127.0.0.1:{port}; include {tmp_path}/corner.conf;\n"
        f"location / {{ return 404; }} }} }}\n"
    )
    running = subprocess.Popen([nginx(), "-c", tmp_path / "nginx.conf", "-p", tmp_path])
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert running.poll() is None, "nginx did not start"
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/qwixx"
    finally:
        running.terminate()
        running.wait(10)


def test_two_people_play_below_a_subpath(
    new_context: Callable[..., BrowserContext], corner: str, troubles: Troubles
) -> None:
    def come() -> Person:
        context = new_context(locale="en-GB", reduced_motion="reduce")
        context.set_default_timeout(1000 * PATIENCE)
        troubles.watch(context, corner)  # nobody asks for anything outside the corner
        return Person(context.new_page())

    anna, bert = come(), come()
    anna.page.goto(f"{corner}/")
    anna.button("Open a table for friends").click()
    expect(anna.heading).to_have_text("Your table")
    address = anna.page.url
    assert address.startswith(f"{corner}/")
    # Shared links lead here, in words and as a picture.
    shown, code = address.removeprefix("http://").rsplit("/", 1)
    invitation = anna.page.get_by_role("region", name="Invite")
    expect(invitation).to_contain_text(f"type the code at {shown} {code[:3]} {code[3:]}")
    invitation.get_by_role("button", name=re.compile("^Show the code")).click()
    expect(anna.dialog).to_contain_text(f"{shown}/{code}")
    anna.page.keyboard.press("Escape")
    expect(anna.dialog).to_have_count(0)
    bert.page.goto(address)
    bert.page.get_by_label("Your name").fill("Bert")
    bert.button("Sit down").click()
    expect(anna.button("Start with 2 players")).to_be_visible()
    anna.button("Start with 2 players").click()
    expect(bert.card).to_be_visible()
    # Links are of the corner, for a click and for a new tab; addresses below it find everything.
    bert.page.goto(f"{corner}/rules/longo")
    expect(bert.heading).to_be_visible()
    bert.page.goto(f"{corner}/")
    link = bert.page.get_by_role("link", name="Rules", exact=True)
    assert link.evaluate("link => link.href") == f"{corner}/rules"
    link.click()
    expect(bert.page).to_have_url(f"{corner}/rules")
    bert.page.go_back()
    expect(bert.page).to_have_url(f"{corner}/")
    for person in (anna, bert):
        person.page.close()  # the host ends before the browser does


def test_a_page_below_a_subpath_is_readable_offline(
    new_context: Callable[..., BrowserContext], corner: str
) -> None:
    context = new_context(locale="en-GB")
    page = context.new_page()
    page.goto(f"{corner}/")
    scope = page.evaluate(
        f"""async () => {{
            await navigator.serviceWorker.register('{corner}/service-worker.js');
            return (await navigator.serviceWorker.ready).scope;
        }}"""
    )
    assert scope == f"{corner}/"
    manifest = page.evaluate(
        "() => fetch(document.querySelector('[rel=manifest]').href).then(answer => answer.json())"
    )
    assert manifest["start_url"] == manifest["scope"] == "./"
    page.reload()  # so that the worker looks after it
    context.set_offline(True)
    for path in ("/", "/rules", "/rules/longo", "/CDFGHJ/1/review"):
        page.goto(f"{corner}{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
