"""The page without a network."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import NOBODY_THERE, Troubles, Visit, VisitTo
from tests.browser.person import expect
from tests.server.running import Server, fixed_port

HEADINGS = {
    "/": "Qwixx",
    "/rules": "Rules",
    "/print": "Print",
    "/fair": "dice",
    "/settings": "Settings",
    "/games": "games",
}
OLD, FOREIGN, NEIGHBOUR = "qwixx-0123456789ab", "something-else", "qwixx /corner/ 0123456789ab"


def become_readable(page: Page) -> None:
    """The service worker has everything; the page asks for one a few seconds after it came."""
    page.clock.fast_forward(5_000)
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")


def test_pages_without_a_table_are_readable_offline_soon_after_a_visit(
    visit: Visit, troubles: Troubles
) -> None:
    anna = visit(service_workers="allow")
    page = anna.page
    page.clock.install()
    page.goto("/")
    page.evaluate(
        "names => Promise.all(names.map(name => caches.open(name)))", [OLD, FOREIGN, NEIGHBOUR]
    )
    become_readable(page)
    # The files of earlier versions are deleted, and those of other programs are not.
    names = page.evaluate("() => caches.keys()")
    assert len(names) == 3
    assert {FOREIGN, NEIGHBOUR} < set(names)
    troubles.expected = ("ERR_INTERNET_DISCONNECTED",)
    page.context.set_offline(True)
    page.reload()
    for path, heading in HEADINGS.items():
        page.goto(path)
        expect(anna.heading).to_contain_text(heading)


def test_a_failed_first_attempt_to_store_the_page_is_repeated(
    visit: Visit, troubles: Troubles
) -> None:
    """The first attempt to keep the page may find no server, and the second has one."""
    anna = visit(service_workers="allow")
    page = anna.page
    page.clock.install()
    page.goto("/rules")
    expect(anna.heading).to_contain_text("Rules")
    troubles.expected = ("ERR_INTERNET_DISCONNECTED", "fetching the script")
    page.context.set_offline(True)
    page.clock.fast_forward(5_000)
    page.context.set_offline(False)
    page.goto("/rules")
    become_readable(page)
    page.context.set_offline(True)
    page.reload()
    expect(anna.heading).to_contain_text("Rules")


@pytest.mark.every_browser
def test_the_rules_can_be_read_while_the_server_is_gone(
    visit_to: VisitTo, tmp_path: Path, troubles: Troubles
) -> None:
    troubles.expected = NOBODY_THERE
    with Server(tmp_path, port=fixed_port()) as server:
        anna = visit_to(server)(service_workers="allow")
        anna.page.goto("/")
        anna.page.evaluate("navigator.serviceWorker.register('/service-worker.js')")
        anna.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        server.kill()
        for path in ("/rules", "/settings"):
            anna.page.goto(path)
            expect(anna.heading).to_contain_text(HEADINGS[path])
