"""The web interface: HTTP, sockets and the page."""
