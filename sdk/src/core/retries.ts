// When a request is worth repeating, and how long to wait before.
import { ApiError, ConnectionError } from './errors.ts';

const firstPauseMs = 500;
const longestPauseMs = 8000;

export function isWorthRepeating(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  return [408, 429].includes(status) || status >= 500 || code === 'idempotency_in_flight';
}

/**
 * What the server asks for, and a little more so that not all clients come back at once; otherwise
 * any time up to a bound that doubles ("full jitter").
 */
export function pauseMs(error: unknown, attempt: number, random = Math.random): number {
  const waitSeconds = error instanceof ApiError ? error.retryAfter : undefined;
  if (waitSeconds !== undefined) return waitSeconds * 1000 + random() * firstPauseMs;
  return random() * Math.min(longestPauseMs, firstPauseMs * 2 ** attempt);
}

/** Ends early, with the reason of the signal, when it is aborted. */
export function sleep(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
