"""Tables on one device, without a server. They answer what a page would ask of a server.

The package runs in a worker of the browser, in Pyodide. It needs no clock, no file and no network
of its own; `web/src/net/device/worker.ts` hands them in. `tables.py` is where to start reading.
"""
