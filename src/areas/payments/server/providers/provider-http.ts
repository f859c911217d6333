// Connection problems become ProviderUnavailable; the adapter handles rejections.
import { setTimeout as sleep } from 'node:timers/promises';
import { blockedBy } from '#kernel/outbound/blocked-by.ts';
import { isCallFailure } from '#kernel/outbound/call-failure.ts';
import { createTimeout } from '#lib/create-timeout.ts';
import { parseExactly } from './decimal-json.ts';
import { type ProviderName, ProviderUnavailable } from './provider.ts';

export type HttpOptions = {
  timeoutMs?: number;
  /** Retries of calls that change nothing. */
  retriesMax?: number;
  /** Wait before the first retry; doubles with each. */
  retryDelayMs?: number;
};

export type HttpCall = {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
};

/** `json` keeps numbers as written. */
export type HttpResponse = { status: number; json: unknown };

const retryAfterSecondsMax = 3600;

/**
 * Returns responses with status 200 to 499 except 401, 403 and 429. Throws ProviderUnavailable for
 * the others, timeouts and broken connections. Only GET is retried: a POST may have taken effect
 * even if its response was lost.
 */
export async function callProvider(
  provider: ProviderName,
  call: HttpCall,
  { timeoutMs = 8000, retriesMax = 2, retryDelayMs = 250 }: HttpOptions = {},
): Promise<HttpResponse> {
  for (let retry = 0; ; retry++) {
    const result = await tryOnce(provider, call, timeoutMs);
    if (!(result instanceof ProviderUnavailable)) return result;
    const canRetryNow = result.retryAfterSeconds === null;
    if (call.method !== 'GET' || retry >= retriesMax || !canRetryNow) throw result;
    await sleep(retryDelayMs * 2 ** retry);
  }
}

async function tryOnce(
  provider: ProviderName,
  { method, url, headers, body }: HttpCall,
  timeoutMs: number,
): Promise<HttpResponse | ProviderUnavailable> {
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body !== undefined && { body }),
      signal: createTimeout(timeoutMs),
      // A redirect would send our key to its target.
      redirect: 'error',
    });
    const json = readJson(await response.text());
    const { status } = response;
    const guard = blockedBy(response);
    const isRefused = status === 401 || status === 403;
    if (guard || isRefused || status === 429) {
      const reason = guard
        ? `${guard} in front of it refuses us with ${status}`
        : isRefused
          ? 'does not accept our API key'
          : 'too many calls';
      const seconds = isRefused ? retryAfterSecondsMax : retryAfter(response);
      return new ProviderUnavailable(provider, reason, seconds);
    }
    if (status >= 500) return new ProviderUnavailable(provider, `responded with ${status}`);
    if (json === undefined) return new ProviderUnavailable(provider, 'did not respond with JSON');
    return { status, json };
  } catch (error) {
    if (!isCallFailure(error)) throw error;
    // The error message may contain the URL with its query.
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    return new ProviderUnavailable(provider, isTimeout ? 'timed out' : 'could not be reached');
  }
}

function readJson(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

function retryAfter(response: Response): number {
  const text = response.headers.get('retry-after') ?? '';
  const seconds = /^\d{1,9}$/.test(text)
    ? Number(text)
    : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), retryAfterSecondsMax) : 60;
}
