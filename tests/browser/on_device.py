"""The game on a device: the engine, the worker that runs it, and faults that are put into it."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, Route

from tests.browser.person import Person, expect

# Runs before the worker. Other pages of the site tell it by a channel what is to fail.
FAULTS = """
{
  const failing = new Set();
  const connections = new Set();
  new BroadcastChannel('faults').onmessage = ({ data: [what, on] }) => {
    if (what === 'connection') for (const each of connections) each.close();
    else if (on) failing.add(what);
    else failing.delete(what);
  };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...given) {
    connections.add(this);
    const begun = transaction.apply(this, given);
    if (failing.has('writing') && given[1] === 'readwrite') begun.abort();
    return begun;
  };
  addEventListener('message', ({ data }) => {
    if (failing.has('protocol') && data.hello) data.hello.protocol = 99;
  });
}
"""


def install(person: Person) -> None:
    """Downloads the engine."""
    person.page.goto("/on-device")
    person.button("Download").click()
    expect(person.button("Start")).to_be_enabled()


def wait_for_page(person: Person) -> None:
    """Waits until the page itself can be opened without a connection."""
    person.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")


def put_faults_in(page: Page) -> None:
    """Lets the worker fail on demand: see `fault`."""

    def add(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=FAULTS + answer.text())

    page.context.route(re.compile(r"/assets/worker-[^/]+\.js$"), add)


def fault(page: Page, what: str, *, on: bool = True) -> None:
    """`writing`: nothing can be written. `protocol`: the engine does not know the page's version.
    `connection`: that to the database is lost, once."""
    page.evaluate("what => new BroadcastChannel('faults').postMessage(what)", [what, on])


def start(person: Person, *, bots: int = 2) -> str:
    """Starts a game against bots that play at once; returns the address of the table."""
    page = person.page
    page.evaluate("localStorage.setItem('qwixx.settings', '{\"pace\": \"at-once\"}')")
    page.goto("/on-device")
    expect(person.button("Start")).to_be_enabled()
    while person.button(re.compile("^Remove bot")).count() > bots:
        person.button(re.compile("^Remove bot")).last.click()
    person.button("Start").click()
    expect(playable(person)).to_be_visible()
    return page.url


def playable(person: Person) -> Locator:
    """Something that can be done on the table."""
    return person.button("Roll the dice").or_(person.offered.first).first


_STORED = """([store, method, given]) => new Promise((resolve, reject) => {
  const opening = indexedDB.open('qwixx /');
  opening.onsuccess = () => {
    const database = opening.result;
    const transaction = database.transaction(store, 'readwrite');
    const request = transaction.objectStore(store)[method](...given);
    transaction.oncomplete = () => { database.close(); resolve(request.result); };
    transaction.onabort = () => reject(transaction.error);
  };
  opening.onerror = () => reject(opening.error);
})"""


def stored(page: Page, store: str, method: str = "getAll", *given: Any) -> Any:
    """Calls a method of a store of the page's database, such as `put`."""
    return page.evaluate(_STORED, [store, method, list(given)])


def log_of(page: Page, code: str) -> list[str]:
    """The stored log of a table, which has no holes."""
    entries = [entry for entry in stored(page, "entries") if entry["code"] == code]
    assert [entry["position"] for entry in entries] == list(range(1, len(entries) + 1))
    return [entry["text"] for entry in entries]


def put_log(page: Page, code: str, log: list[str]) -> None:
    """Stores the entries of a table that the device does not have yet."""
    known = len(log_of(page, code))
    for position, text in enumerate(log[known:], known + 1):
        stored(page, "entries", "put", {"code": code, "position": position, "text": text})
