// The typed browser client: no generated code, the contract object carries the types. The client
// build keeps only method, path and response kind of an endpoint, so nothing else is read here.
import type { Endpoint } from '#lib/endpoint.ts';
import type { CallInput, CallResult, CodeOf } from '#lib/endpoint-calls.ts';
import { CallError } from './errors.ts';
import { type EventMark, readEvents } from './event-stream.ts';
import { type UploadProgress, upload } from './upload.ts';

export type ClientOptions = {
  /** Where `/apix` stands: `https://api.example.com`. The page's own origin when left out. */
  baseUrl?: string;
  /** Go with every call: `{ 'X-API-Key': key }`. */
  headers?: Record<string, string>;
  /** The bearer token, asked before every call. */
  getToken?: () => string | null;
  /** Called when a call with this token is answered 401; the call is repeated with the new one. */
  renewToken?: (refusedToken: string) => Promise<string | null>;
  /** Called when the repeated call is answered 401 too. */
  onTokenRefused?: (refusedToken: string) => void;
  fetch?: typeof fetch;
};

export type CallOptions = {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** The same key makes a repeated call happen once. */
  idempotencyKey?: string;
  /** Sends no bearer token. */
  isAnonymous?: boolean;
  onUploadProgress?: UploadProgress;
  /** Of an event stream: resumes behind this id, and keeps the newest. */
  eventMark?: EventMark;
};

type Rest<E extends Endpoint> =
  Record<never, never> extends CallInput<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions];

/** Throws CallError for every answer but 2xx (status 0: none came), AbortError when aborted. */
export type Call = <const E extends Endpoint>(
  endpoint: E,
  ...rest: Rest<E>
) => Promise<CallResult<E>>;

type Parts = { params?: object; query?: object; body?: unknown; files?: Record<string, Blob> };
type Prepared = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: BodyInit | null;
};

const urlOf = (baseUrl: string, path: string, { params, query }: Parts) => {
  const given = new Map(Object.entries(params ?? {}));
  const filled = path.replace(/:(\w+)/g, (_, key) => encodeURIComponent(String(given.get(key))));
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([key, value]) =>
      value === undefined || value === null ? [] : [[key, String(value)]],
    ),
  );
  return `${baseUrl.replace(/\/$/, '')}${filled}${search.size > 0 ? `?${search}` : ''}`;
};

function bodyOf({ body, files }: Parts): Pick<Prepared, 'body' | 'headers'> {
  if (!files) {
    if (body === undefined) return { body: null, headers: {} };
    return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value));
  for (const [name, file] of Object.entries(files)) form.append(name, file);
  // The browser writes the content type, because it chooses the boundary.
  return { body: form, headers: {} };
}

function prepare(client: ClientOptions, endpoint: Endpoint, input: Parts, options: CallOptions) {
  const { body, headers } = bodyOf(input);
  const { idempotencyKey, eventMark } = options;
  return {
    url: urlOf(client.baseUrl ?? '', endpoint.path, input),
    method: endpoint.method,
    body,
    headers: {
      accept: 'application/json',
      ...headers,
      ...client.headers,
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(eventMark?.lastEventId && { 'last-event-id': eventMark.lastEventId }),
      ...options.headers,
    },
  };
}

async function send(
  client: ClientOptions,
  request: Prepared,
  options: CallOptions,
  token?: string,
) {
  const headers = token
    ? { ...request.headers, authorization: `Bearer ${token}` }
    : request.headers;
  const { signal, onUploadProgress: onProgress } = options;
  try {
    const { url, method, body } = request;
    if (onProgress && (body instanceof FormData || typeof body === 'string'))
      return await upload({ url, method, body, headers, signal, onProgress });
    const { fetch: fetchWith = globalThis.fetch } = client;
    return await fetchWith(url, { method, body, headers, ...(signal && { signal }) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallError(0, undefined);
  }
}

async function readBody(response: Response): Promise<unknown> {
  const text = response.status === 204 ? '' : await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function readAnswer(endpoint: Endpoint, response: Response, mark?: EventMark) {
  if (!response.ok) throw new CallError(response.status, await readBody(response));
  const shape = endpoint.responses[response.status];
  if (shape && 'bytes' in shape) return response.blob();
  if (shape && 'event' in shape && response.body) return readEvents(response.body, mark);
  return readBody(response);
}

/** A client of its own: another address, an API key, another fetch. */
export function createClient(client: ClientOptions = {}): Call {
  return async (endpoint, ...rest) => {
    const [input = {}, options = {}] = rest as [Parts?, CallOptions?];
    const request = prepare(client, endpoint, input, options);
    const token = (options.isAnonymous ? null : client.getToken?.()) ?? undefined;
    let response = await send(client, request, options, token);
    if (response.status === 401 && token && client.renewToken) {
      const renewed = await client.renewToken(token);
      if (renewed) {
        response = await send(client, request, options, renewed);
        if (response.status === 401) client.onTokenRefused?.(renewed);
      }
    }
    return (await readAnswer(endpoint, response, options.eventMark)) as CallResult<typeof endpoint>;
  };
}

/** The stable code of a refused call, typed by its endpoint; undefined for field errors. */
export function codeOf<const E extends Endpoint>(_: E, error: unknown): CodeOf<E> | undefined {
  if (!(error instanceof CallError)) return undefined;
  const { body } = error;
  return typeof body === 'object' && body !== null && 'code' in body
    ? (body.code as CodeOf<E>)
    : undefined;
}
