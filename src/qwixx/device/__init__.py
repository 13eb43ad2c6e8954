"""Tables on one device, without a server: what a page asks of a server, answered in the browser.

The package runs in a worker of the browser, in Pyodide. It needs no clock, no file and no network
of its own; `web/src/net/device/worker.ts` hands them in. `tables.py` is where to start reading.
"""
