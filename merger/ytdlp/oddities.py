"""Counts the oddities of sites that an extraction has met, so that the answer to one can leave when nobody
meets it (docs/decisions/oddities.md).
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

# A process runs at most one extraction, so one count is enough.
_met: Counter[str] = Counter()


def met(name: str) -> None:
    """`name` is fixed in the code. The log shows it, so it holds no word of a site."""
    _met[name] += 1


def counts() -> dict[str, int]:
    return dict(_met)


def begin() -> None:
    _met.clear()


def applied(steps: Sequence[Callable[..., Any]], value: Any, *facts: Any) -> Any:
    """Runs steps in their order. A step returns what comes in place of its value, None if it meets nothing.

    Each step that meets something counts under its own name.
    """
    for step in steps:
        changed = step(value, *facts)
        if changed is not None:
            met(name_of(step))
            value = changed
    return value


def first_of(steps: Sequence[Callable[..., Any]], *facts: Any) -> Any:
    """Returns what the first step gives that meets something, and None if none does."""
    for step in steps:
        found = step(*facts)
        if found is not None:
            met(name_of(step))
            return found
    return None


def name_of(step: Callable[..., Any]) -> str:
    return f'{step.__module__.rpartition(".")[2]}.{step.__name__}'
