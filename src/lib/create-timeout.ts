/** Aborts after so many milliseconds. `AbortSignal.timeout` throws when they have a fraction. */
export const createTimeout = (ms: number): AbortSignal => AbortSignal.timeout(Math.ceil(ms));
