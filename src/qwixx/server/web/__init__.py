"""The doors: HTTP, sockets and the page."""
