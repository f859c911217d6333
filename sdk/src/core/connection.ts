import { ApiError, ConnectionError, readError, TimeoutError, WeftlineError } from './errors.ts';
import type { CallOptions, Fetch, WeftlineOptions } from './options.ts';
import { isWorthRepeating, pauseMs, sleep } from './retries.ts';
import { createSession, type Session, type SessionTokens } from './session.ts';

export type OutgoingRequest = {
  method: string;
  /** From the origin: `/apix/status/`. */
  path: string;
  body?: NonNullable<RequestInit['body']>;
  headers?: Readonly<Record<string, string>>;
};

type Attempt<T> = {
  request: OutgoingRequest;
  options: CallOptions;
  timeoutMs: number;
  read: (response: Response) => Promise<T>;
  number: number;
};

declare const process: { env?: Record<string, string | undefined> } | undefined;
declare const location: { origin: string } | undefined;

const readVariable = (name: string) =>
  typeof process === 'object' ? process.env?.[name] : undefined;
const pageOrigin = () => (typeof location === 'object' ? location.origin : undefined);

const refreshPath = '/apix/accounts/token/refresh/';
const verifyPath = '/apix/accounts/otp/verify/';

/** Sends requests: credentials, time limits, repetitions, errors. All calls go through it. */
export class Connection {
  readonly baseUrl: string;
  readonly #options: WeftlineOptions;
  readonly #fetch: Fetch;
  readonly #apiKey: string | undefined;
  readonly #session: Session;

  constructor(options: WeftlineOptions = {}) {
    const baseUrl = options.baseUrl ?? readVariable('WEFTLINE_BASE_URL') ?? pageOrigin();
    if (!baseUrl) throw new WeftlineError('Set baseUrl, or the variable WEFTLINE_BASE_URL.');
    this.baseUrl = new URL(baseUrl).href.replace(/\/+$/, '');
    this.#options = options;
    this.#fetch = options.fetch ?? ((url, init) => fetch(url, init));
    this.#apiKey =
      options.apiKey ?? (options.session ? undefined : readVariable('WEFTLINE_API_KEY'));
    this.#session = createSession({
      tokens: options.session ?? null,
      requestAccess: (refresh) => this.#requestAccess(refresh),
      onChange: (tokens) => options.onSession?.(tokens),
    });
  }

  /** The tokens of the session, which you may store; null without one. */
  get session(): SessionTokens | null {
    return this.#session.readTokens();
  }

  /** With the code that `accounts.requestCode` sends by mail. Later calls use the session. */
  async signIn(login: {
    email: string;
    otp: string;
    terms_version?: string;
  }): Promise<SessionTokens> {
    const body = JSON.stringify(login);
    const request = { method: 'POST', path: verifyPath, body, headers: jsonHeaders };
    const response = await this.send(request, { retries: 0 });
    const { access, refresh } = (await response.json()) as SessionTokens;
    const tokens = { access, refresh };
    this.#session.setTokens(tokens);
    return tokens;
  }

  /** Any request of the API: what `fetch` returns, after the repetitions. Throws for an error. */
  send(request: OutgoingRequest, options?: CallOptions): Promise<Response>;
  send<T>(
    request: OutgoingRequest,
    options: CallOptions | undefined,
    read: (response: Response) => Promise<T>,
  ): Promise<T>;
  async send(
    request: OutgoingRequest,
    options: CallOptions = {},
    read: (response: Response) => Promise<unknown> = async (response) => response,
  ): Promise<unknown> {
    const limits = {
      timeoutMs: 60_000,
      totalMs: 180_000,
      retries: 3,
      ...defined(this.#options),
      ...defined(options),
    };
    const endsAt = Date.now() + limits.totalMs;
    const canRepeat = !(request.body instanceof ReadableStream);
    let hasRefreshed = false;
    for (let number = 1; ; number += 1) {
      const refused = this.session?.access;
      const timeoutMs = Math.min(limits.timeoutMs, endsAt - Date.now());
      try {
        return await this.#attempt({ request, options, timeoutMs, read, number });
      } catch (error) {
        if (options.signal?.aborted || !canRepeat) throw error;
        if (refused && !hasRefreshed && isExpired(error, request)) {
          hasRefreshed = true;
          if (await this.#session.refresh(refused)) continue;
        }
        const waitMs = pauseMs(error, number);
        const isLast = number > limits.retries || Date.now() + waitMs >= endsAt;
        if (isLast || !isWorthRepeating(error)) throw error;
        await sleep(waitMs, options.signal);
      }
    }
  }

  async #attempt<T>({ request, options, timeoutMs, read, number }: Attempt<T>): Promise<T> {
    const { method, path, body } = request;
    const headers = this.#headersOf(request, options);
    const url = this.baseUrl + path;
    const record = { method, url, headers, attempt: number };
    this.#options.onRequest?.(record);
    const startedAt = Date.now();
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    const { signal } = options;
    try {
      const response = await this.#fetch(url, {
        method,
        headers,
        signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
        ...(body !== undefined && { body }),
        ...(body instanceof ReadableStream && { duplex: 'half' }),
      });
      this.#options.onResponse?.({ ...record, response, durationMs: Date.now() - startedAt });
      if (!response.ok) throw await readError(response);
      return await read(response);
    } catch (error) {
      if (error instanceof WeftlineError) throw error;
      signal?.throwIfAborted();
      if (timeout.signal.aborted)
        throw new TimeoutError(`${method} ${path} took over ${timeoutMs} ms.`);
      throw new ConnectionError(`${method} ${path} got no response.`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  #headersOf(request: OutgoingRequest, options: CallOptions): Headers {
    const headers = new Headers(this.#options.headers);
    const access = this.session?.access;
    if (request.path === refreshPath || request.path === verifyPath) {
      // These have their own credential in the body.
    } else if (access) headers.set('authorization', `Bearer ${access}`);
    else if (this.#apiKey) headers.set('x-api-key', this.#apiKey);
    for (const [name, value] of Object.entries({ ...request.headers, ...options.headers }))
      headers.set(name, value);
    return headers;
  }

  async #requestAccess(refresh: string): Promise<string | null> {
    const body = JSON.stringify({ refresh });
    const request = { method: 'POST', path: refreshPath, body, headers: jsonHeaders };
    try {
      const { access } = (await (await this.send(request)).json()) as SessionTokens;
      return access;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  }
}

export const jsonHeaders = { 'content-type': 'application/json' };

const isExpired = (error: unknown, { path }: OutgoingRequest) =>
  error instanceof ApiError && error.code === 'token_not_valid' && path !== refreshPath;

/** An option that is given as undefined counts as left out. */
const defined = ({ timeoutMs, totalMs, retries }: CallOptions) => ({
  ...(timeoutMs !== undefined && { timeoutMs }),
  ...(totalMs !== undefined && { totalMs }),
  ...(retries !== undefined && { retries }),
});
