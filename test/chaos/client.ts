// Sends calls as a program of a customer would: with a limit of time, and the same key when it
// repeats one.

export type Call = {
  method: string;
  path: string;
  body?: object | URLSearchParams | string;
  headers?: Record<string, string>;
};
export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  origin: string;
  /** When the call was sent. */
  sentMs: number;
};

export type CallCounts = {
  answered: Map<number, number>;
  /** Connections that broke before the answer came. */
  broken: number;
  /** Calls without an answer in time. */
  hung: string[];
  slowestMs: number;
  /** Answers that no fault explains: the beginning of each. */
  unexpected: string[];
  /** When a process answered that something is away. */
  outages: { origin: string; atMs: number }[];
};

export type Client = {
  /** Null without an answer. */
  send(call: Call): Promise<Answer | null>;
  counts: CallCounts;
};

const examplesMax = 20;

/** `origins` are used in turn. */
export function createClient(origins: readonly string[], timeoutMs: number): Client {
  const counts: CallCounts = {
    answered: new Map(),
    broken: 0,
    hung: [],
    slowestMs: 0,
    unexpected: [],
    outages: [],
  };
  let sent = 0;
  async function send({ method, path, body, headers = {} }: Call): Promise<Answer | null> {
    const isJson = typeof body === 'object' && !(body instanceof URLSearchParams);
    const sentMs = performance.now();
    const origin = origins[sent++ % origins.length]!;
    try {
      const response = await fetch(origin + path, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
      });
      const text = await response.text();
      counts.answered.set(response.status, (counts.answered.get(response.status) ?? 0) + 1);
      if (!isExplained(response.status) && counts.unexpected.length < examplesMax)
        counts.unexpected.push(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
      if (response.status === 503) counts.outages.push({ origin, atMs: performance.now() });
      return { status: response.status, headers: response.headers, text, origin, sentMs };
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') counts.hung.push(`${method} ${path}`);
      else counts.broken++;
      return null;
    } finally {
      counts.slowestMs = Math.max(counts.slowestMs, performance.now() - sentMs);
    }
  }
  return { send, counts };
}

/**
 * Faults explain only that something is away or too much, that a call is running, and a limit; of a
 * balancer, that a process is gone.
 */
const isExplained = (status: number): boolean =>
  status < 400 || [409, 429, 502, 503].includes(status);

/** Whether the same call with the same key may be answered otherwise later. */
export const isWorthRepeating = (answer: Answer | null): boolean =>
  answer === null ||
  [429, 500, 502, 503].includes(answer.status) ||
  (answer.status === 409 && answer.text.includes('idempotency_in_flight'));
