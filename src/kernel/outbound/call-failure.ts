/**
 * Whether `fetch` or the reading of its response failed on the way: no connection, a broken one, a
 * time limit. Any other error, such as one of an invalid argument, is a fault of the calling code.
 */
export const isCallFailure = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'TimeoutError' ||
    error.name === 'AbortError' ||
    // undici's names for a failed connection and for a body that broke off.
    (error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message)));
