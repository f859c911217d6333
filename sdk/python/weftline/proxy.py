"""The proxy gateway for programs, and replacing proxies that a site has banned."""

from __future__ import annotations

import re
import typing as t
import unicodedata
import urllib.parse

from ._calls import OMIT
from ._errors import WeftlineError

if t.TYPE_CHECKING:
    from ._client import Weftline
    from .generated.types import Proxy

_NAMES = {"session_minutes": "sessionminutes"}


def gateway_user_name(resource: str, **route: t.Any) -> str:
    """The user name of the gateway: ``shop-a.country-DE.session-a91``.

    Args:
        country: Two letters.
        city: Its name; accents and spaces are replaced.
        session: Keeps the same proxy: up to 64 letters, digits, dashes and underscores.
        session_minutes: Keeps it for 1 to 1440 minutes instead of the time of the resource.
        retries: Further proxies to try, 0 to 5.
        user: A sub-user, who has a password of its own.
    """
    unknown = set(route) - {"country", "city", "session", "session_minutes", "retries", "user"}
    if unknown:
        raise TypeError(f"A route has no {', '.join(sorted(unknown))}.")
    options = [
        f"{_NAMES.get(field, field)}-{_clean(field, str(value))}"
        for field, value in route.items()
        if value is not None
    ]
    return ".".join([resource, *options])


def _clean(field: str, value: str) -> str:
    """Dots separate options."""
    if field == "city":
        letters = unicodedata.normalize("NFD", value)
        value = re.sub(r"\s+", "-", "".join(one for one in letters if not unicodedata.combining(one)))
    if not re.fullmatch(r"[A-Za-z0-9_-]+", value):
        raise WeftlineError(
            f"{field} may have letters, digits, dashes and underscores: {value}"
        )
    return value


class Gateway:
    """Addresses of the gateway for other libraries. Routes are those of ``gateway_user_name``."""

    def __init__(self, gateway: str, *, resource: str, password: str) -> None:
        """
        Args:
            gateway: The field ``gateway`` of the resource: ``proxy.example.com:8080``.
            resource: Its name.
            password: An API key with the scope ``proxy``, or the password of the sub-user.
        """
        self._gateway = gateway
        self._resource = resource
        self._password = password

    def url(self, **route: t.Any) -> str:
        """``http://USER:PASSWORD@HOST:PORT``, which most libraries take."""
        return self._address("http", route)

    def socks_url(self, **route: t.Any) -> str:
        """The same by SOCKS 5, which resolves names at the proxy."""
        return self._address("socks5h", route)

    def proxies(self, **route: t.Any) -> t.Dict[str, str]:
        """For ``requests.get(url, proxies=...)``, and sessions of requests."""
        url = self.url(**route)
        return {"http": url, "https": url}

    def playwright(self, **route: t.Any) -> t.Dict[str, str]:
        """For ``launch(proxy=...)`` or ``new_context(proxy=...)`` of Playwright."""
        return {
            "server": f"http://{self._gateway}",
            "username": gateway_user_name(self._resource, **route),
            "password": self._password,
        }

    def _address(self, scheme: str, route: t.Mapping[str, t.Any]) -> str:
        login = (gateway_user_name(self._resource, **route), self._password)
        encoded = ":".join(urllib.parse.quote(one, safe="") for one in login)
        return f"{scheme}://{encoded}@{self._gateway}"


class ProxyLease:
    """A proxy of a resource that your program uses itself, without the gateway."""

    def __init__(
        self, client: Weftline, resource: str, *, country: str = OMIT, session: str = OMIT
    ) -> None:
        self._client = client
        self._resource = resource
        self._country = country
        self._session = session
        self._current: t.Optional[Proxy] = None

    def take(self) -> t.Optional[Proxy]:
        """The same proxy until it is reported; None if none is available."""
        if self._current is None:
            found = self._client.proxy.list_proxies(
                self._resource, limit=1, country=self._country, session=self._session
            )
            self._current = next(iter(found.page()["results"]), None)
        return self._current

    def report(
        self,
        *,
        reason: t.Any = "banned",
        status_code: int = OMIT,
        url: str = OMIT,
        note: str = OMIT,
        duration_seconds: int = OMIT,
    ) -> t.Optional[Proxy]:
        """Blocks the proxy for this resource, and returns another one; None if none is available."""
        if self._current is None:
            return self.take()
        answer = self._client.proxy.block_proxy(
            resource=self._resource,
            proxy=self._current["id"],
            reason=reason,
            status_code=status_code,
            url=url,
            note=note,
            duration_seconds=duration_seconds,
            country=self._country,
            session=self._session,
        )
        self._current = answer["replacement"]
        return self._current
