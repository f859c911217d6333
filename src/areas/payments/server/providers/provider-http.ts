// Calls to a provider over HTTP. What goes wrong on the way is ProviderUnavailable; what the
// provider says against the request itself is handed to the adapter.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseExactly } from './decimal-json.ts';
import { type ProviderName, ProviderUnavailable } from './provider.ts';

export type HttpOptions = {
  timeoutMs?: number;
  /** Tries after the first one of calls that change nothing. */
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

/** `json` keeps numbers as they were written. */
export type HttpAnswer = { status: number; json: unknown };

const retryAfterSecondsMax = 3600;

/**
 * Returns answers of 200 to 499 but 401, 403 and 429. Throws ProviderUnavailable for the rest,
 * for timeouts and for connections that break. Only GET is tried again: the provider may have
 * acted on a POST that nobody heard the answer of.
 */
export async function callProvider(
  provider: ProviderName,
  call: HttpCall,
  { timeoutMs = 8000, retriesMax = 2, retryDelayMs = 250 }: HttpOptions = {},
): Promise<HttpAnswer> {
  for (let retry = 0; ; retry++) {
    const outcome = await tryOnce(provider, call, timeoutMs);
    if (!(outcome instanceof ProviderUnavailable)) return outcome;
    const isPatient = outcome.retryAfterSeconds === null;
    if (call.method !== 'GET' || retry >= retriesMax || !isPatient) throw outcome;
    await sleep(retryDelayMs * 2 ** retry);
  }
}

async function tryOnce(
  provider: ProviderName,
  { method, url, headers, body }: HttpCall,
  timeoutMs: number,
): Promise<HttpAnswer | ProviderUnavailable> {
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(timeoutMs),
      // A redirect would carry our key to wherever it points.
      redirect: 'error',
    });
    const json = readJson(await response.text());
    const { status } = response;
    if (status === 429)
      return new ProviderUnavailable(provider, 'too many calls', retryAfter(response));
    if (status === 401 || status === 403)
      return new ProviderUnavailable(provider, 'does not accept our key', retryAfterSecondsMax);
    if (status >= 500) return new ProviderUnavailable(provider, `answered ${status}`);
    if (json === undefined) return new ProviderUnavailable(provider, 'answered no JSON');
    return { status, json };
  } catch (error) {
    // The error's own text can hold the address with its query.
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
