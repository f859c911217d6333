from __future__ import annotations

import itertools
import typing as t

Row = t.TypeVar("Row")
Page = t.TypeVar("Page")
Query = t.Mapping[str, t.Any]

# The most that a list has on a page: fewer calls for the same rows.
_PAGE_SIZE_MAX = 100


class List(t.Generic[Row, Page]):
    """All rows of a list: ``for row in list`` requests page after page as it goes on."""

    def __init__(self, load: t.Callable[[Query], t.Any], query: Query) -> None:
        self._load = load
        self._query = query

    def page(self, number: t.Optional[int] = None) -> Page:
        """One page with its numbers, by default the one that the call says, or the first."""
        return t.cast(
            Page,
            self._load(self._query if number is None else {**self._query, "page": number}),
        )

    def pages(self) -> t.Iterator[Page]:
        has_size = self._query.get("page_size") or self._query.get("limit")
        query = self._query if has_size else {**self._query, "page_size": _PAGE_SIZE_MAX}
        for number in itertools.count(int(query.get("page") or 1)):
            page = self._load({**query, "page": number})
            yield page
            if not page["has_next"]:
                return

    def __iter__(self) -> t.Iterator[Row]:
        for page in self.pages():
            yield from t.cast(t.Any, page)["results"]

    def first(self, count: int) -> t.List[Row]:
        """At most so many rows."""
        return list(itertools.islice(self, count))
