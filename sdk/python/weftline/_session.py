from __future__ import annotations

import threading
import typing as t


class SessionTokens(t.NamedTuple):
    """Of a signed-in person."""

    access: str
    refresh: str


OnChange = t.Callable[[t.Optional[SessionTokens]], None]


class Session:
    """Requests that are refused at the same time share one refresh."""

    def __init__(self, tokens: t.Optional[SessionTokens], on_change: t.Optional[OnChange]) -> None:
        self.tokens = tokens
        self._on_change = on_change
        self._lock = threading.Lock()

    def replace(self, tokens: t.Optional[SessionTokens]) -> None:
        self.tokens = tokens
        if self._on_change:
            self._on_change(tokens)

    def refresh(self, refused: str, request: t.Callable[[str], t.Optional[str]]) -> bool:
        """Whether there is a newer access token than the one that was refused."""
        with self._lock:
            if self.tokens and self.tokens.access == refused:
                access = request(self.tokens.refresh)
                self.replace(SessionTokens(access, self.tokens.refresh) if access else None)
            return self.tokens is not None and self.tokens.access != refused
