"""A view that breaks, and a browser that is too old for the page."""

import json
import re

from playwright.sync_api import Route, WebSocketRoute, expect

from tests.browser.conftest import Troubles, Visit
from tests.server.client import request
from tests.server.running import Server


def test_a_broken_view_says_so_and_plays_on_after_a_reload(
    visit: Visit, server: Server, troubles: Troubles
) -> None:
    troubles.expected = ("nothing at",)
    lying = [False]
    anna = visit()

    def spoil(socket: WebSocketRoute) -> None:
        line = socket.connect_to_server()

        def tell(message: str | bytes) -> None:
            view = json.loads(message)
            if lying[0] and view["type"] == "view" and view["stage"] == "playing":
                view["game"]["cards"] = []
            socket.send(json.dumps(view))

        line.on_message(tell)

    anna.page.route_web_socket(re.compile("/socket$"), spoil)
    anna.page.goto("/")
    before = counted(server)
    lying[0] = True
    anna.button(re.compile("^Play now")).click()
    expect(anna.page.get_by_role("alert")).to_contain_text("Something went wrong here")
    lying[0] = False
    anna.button("Reload").click()
    expect(anna.card).to_be_visible()
    anna.wait(lambda: counted(server) == before + 1, "the server knows nothing of it")


def counted(server: Server) -> int:
    _, _, figures = request(server.metrics, "/metrics")
    found = re.search(r'errors_total\{kind="page"\} (\d+)', figures.decode())
    assert found
    return int(found[1])


SENTENCES = {
    "en": "Qwixx needs JavaScript and a recent browser:",
    "de": "Qwixx braucht JavaScript und einen aktuellen Browser:",
    "fr": "Qwixx a besoin de JavaScript et d’un navigateur récent\u00a0:",
    "it": "Qwixx richiede JavaScript e un browser recente:",
    "pt": "O Qwixx precisa de JavaScript e de um navegador recente:",
}


def test_an_old_browser_shows_the_list_of_browsers(visit: Visit) -> None:
    scriptless, old, new = visit(java_script_enabled=False), visit(), visit()

    def as_read_by_an_old_browser(route: Route) -> None:
        text = route.fetch().text().replace("light-dark(red", "unheard-of(red")
        route.fulfill(body=text, content_type="text/css")

    old.page.route(re.compile(r"\.css$"), as_read_by_an_old_browser)
    old.page.add_init_script("CSS.supports = () => false")
    for person in (scriptless, old):
        person.page.goto("/rules")
        for language, sentence in SENTENCES.items():
            expect(person.page.locator(f"p[lang={language}]")).to_have_text(sentence)
            expect(person.page.locator(f"p[lang={language}]")).to_be_visible()
        expect(person.page.get_by_text("Safari 17.5")).to_be_visible()
        expect(person.page.locator("main")).to_have_count(0)
    new.page.goto("/rules")
    expect(new.heading).to_be_visible()
    expect(new.page.locator("#unsupported")).to_be_hidden()
