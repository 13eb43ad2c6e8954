"""Makes the front page of the package, and its addresses, from the README.

In a checkout the links of the README are relative. A package is read far from its files, so its
links lead to the published documentation, at the address in pyproject.toml. Without an address the
links are left out and their words stay. So do the words of links within the README.
"""

import re
from pathlib import Path
from typing import Any, Final

from hatchling.metadata.plugin.interface import MetadataHookInterface

# Documents outside of docs/, and their place on the site.
_ELSEWHERE: Final = {
    "ARCHITECTURE.md": "docs/project/architecture.md",
    "CHANGELOG.md": "docs/project/changes.md",
    "CONTRIBUTING.md": "docs/project/contributing.md",
    "conformance/README.md": "docs/reference/conformance.md",
}
_LINK: Final = re.compile(r"(!?)\[([^\]]*)\]\((?!\w+:)([^)#\s]*)(#[^)\s]*)?\)")


def absolute(readme: str, documentation: str) -> str:
    """Returns the README with links to the documentation at that address, or without links."""

    def lead(link: re.Match[str]) -> str:
        picture, words, path, anchor = link.groups(default="")
        if not documentation or not path:
            return "" if picture else words
        page = _ELSEWHERE.get(path, path).removeprefix("docs/")
        page = re.sub(r"\.md$", ".html", page)
        return f"{picture}[{words}]({documentation.rstrip('/')}/{page}{anchor})"

    return _LINK.sub(lead, readme)


class FrontPage(MetadataHookInterface):
    """The hook that pyproject.toml names, with the addresses."""

    def update(self, metadata: dict[str, Any]) -> None:
        documentation, source = self.config["documentation"], self.config["source"]
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": absolute(readme, documentation),
        }
        metadata["urls"] = {}
        if documentation:
            metadata["urls"]["Documentation"] = documentation
            metadata["urls"]["Changelog"] = absolute("[](CHANGELOG.md)", documentation)[3:-1]
        if source:
            metadata["urls"]["Source"] = source
