"""`qwixx completion`: completes commands and options in a shell."""

import argparse
import shlex
from collections.abc import Iterator
from typing import Final

from qwixx.cli import COMMANDS, command_parser

DESCRIPTION: Final = (
    "Prints a script for your shell: the Tab key then completes the commands, options and values "
    "of qwixx. Save it as in the examples, and make the folder first if it is missing. "
    "For zsh, add the line `source <(qwixx completion zsh)` to ~/.zshrc."
)
EXAMPLE: Final = (
    "qwixx completion bash > ~/.local/share/bash-completion/completions/qwixx\n"
    "  qwixx completion fish > ~/.config/fish/completions/qwixx.fish"
)

_BASH: Final = """\
_qwixx() {{
  local words= current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
  if [ "$COMP_CWORD" -eq 1 ]; then
    words={commands}
  else
    case "${{COMP_WORDS[1]}} $previous" in
{values}
      *) if [ "${{current#-}}" != "$current" ]; then
        case "${{COMP_WORDS[1]}}" in
{options}
        esac
      fi ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _qwixx qwixx
"""
_ZSH: Final = "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "shell",
        choices=("bash", "zsh", "fish"),
        help="shell that the script is for: bash, zsh or fish",
    )


def run(args: argparse.Namespace) -> int:
    options = {name: _options(name) for name in COMMANDS}
    start = _ZSH if args.shell == "zsh" else ""
    print(_fish(options) if args.shell == "fish" else start + _bash(options), end="")
    return 0


def _options(name: str) -> list[argparse.Action]:
    """Returns the options of a command; none if an extra that it needs is missing."""
    try:
        return command_parser(name)._actions  # noqa: SLF001  (argparse has no public list)
    except ModuleNotFoundError:
        return []


def _choices(option: argparse.Action) -> str:
    return shlex.quote(" ".join(map(str, option.choices or ())))


def _bash(commands: dict[str, list[argparse.Action]]) -> str:
    values = [
        f"      {_patterns(name, option)}) words={_choices(option)} ;;"
        for name, options in commands.items()
        for option in options
        if option.choices
    ]
    flags = [
        f"          {name}) words={shlex.quote(' '.join(_flags(options)))} ;;"
        for name, options in commands.items()
    ]
    names = shlex.quote(" ".join([*commands, "--help", "--version"]))
    return _BASH.format(commands=names, values="\n".join(values), options="\n".join(flags))


def _patterns(name: str, option: argparse.Action) -> str:
    return "|".join(f"'{name} {before}'" for before in option.option_strings or (name,))


def _flags(options: list[argparse.Action]) -> Iterator[str]:
    for option in options:
        yield from (flag for flag in option.option_strings if flag.startswith("--"))


def _fish(commands: dict[str, list[argparse.Action]]) -> str:
    lines = [
        f"complete -c qwixx -f -n __fish_use_subcommand -a {name} -d {shlex.quote(COMMANDS[name])}"
        for name in commands
    ]
    for name, options in commands.items():
        condition = f"complete -c qwixx -n '__fish_seen_subcommand_from {name}'"
        for option in options:
            values = f" -x -a {_choices(option)}" if option.choices else ""
            value = values or (" -r" if option.nargs != 0 else "")
            described = f" -d {shlex.quote(option.help or '')}"
            lines += [
                f"{condition} -l {flag.removeprefix('--')}{value}{described}"
                for flag in _flags([option])
            ]
            if not option.option_strings and values:
                lines.append(f"{condition}{values}")
    return "\n".join([*lines, ""])
