"""Follows redirects as browsers do: also with backslashes and spaces in the address."""

from collections.abc import Callable
from typing import Any

from oddities import met
from web_link import as_browsers


def as_browsers_follow(target_of: Callable[..., str | None]) -> Callable[..., str | None]:
    def get_redirect_target(self: Any, answer: Any) -> str | None:
        link = target_of(self, answer)
        target = as_browsers(link) if link else link
        if target != link:
            met('redirects.odd_address')
        return target

    return get_redirect_target
