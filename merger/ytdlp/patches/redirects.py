"""Follows redirects as browsers do: also with backslashes and spaces in the address."""

from yt_dlp.networking._requests import RequestsSession

from web_link import as_browsers


def patch() -> None:
    target_of = RequestsSession.get_redirect_target

    def get_redirect_target(self: RequestsSession, answer: object) -> str | None:
        link = target_of(self, answer)
        return as_browsers(link) if link else link

    RequestsSession.get_redirect_target = get_redirect_target
