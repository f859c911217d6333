// The promise of /docs/guides/versioning.

/** Days between the announcement that a call ends and its end, at least. */
export const deprecationDaysMin = 180;
