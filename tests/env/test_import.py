"""Each environment needs certain packages, and names the missing ones."""

import subprocess
import sys

WITHOUT = """
import sys
for name in ("gymnasium", "pettingzoo"):
    sys.modules[name] = None  # as if it were not installed
from qwixx.env import VectorEnv, aec_env
env = VectorEnv(games=2, seed=1)
env.step([env.actions.passing] * 2)
try:
    aec_env()
except ModuleNotFoundError as error:
    print(error)
"""


def test_the_compiled_games_need_neither_gymnasium_nor_pettingzoo() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "is not installed; this brings it: pip install 'qwixx[rl]'" in done.stdout
