// The typed API client; the types come from the endpoint objects, without generated code. The
// browser build keeps only what slim-endpoints.ts lists of an endpoint: read nothing else here.

import { CallError } from '#lib/call-error.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import type { CallInput, CallResult, ErrorCode } from '#lib/endpoint-types.ts';
import { type EventMark, readEvents } from './event-stream.ts';
import { type UploadProgress, upload } from './upload.ts';

export type ClientOptions = {
  /** The origin of the API, such as `https://api.example.com`; by default that of the page. */
  baseUrl?: string;
  /** Headers such as `{ 'X-API-Key': key }`; called before every call, with its path. */
  getHeaders?: (endpoint: Endpoint) => Record<string, string>;
  /** The bearer token; called before every call. */
  getToken?: () => string | null;
  /** Called on a 401 with this token; the call is repeated with the new one. */
  renewToken?: (refusedToken: string) => Promise<string | null>;
  /** Called on a 401 of the repeated call. */
  onTokenRefused?: (refusedToken: string) => void;
  /** Called when there was no response. */
  onLost?: () => void;
  fetch?: typeof fetch;
};

export type CallOptions = {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Repeated calls with the same key take effect once. */
  idempotencyKey?: string;
  /** Sends no bearer token. */
  isAnonymous?: boolean;
  onUploadProgress?: UploadProgress;
  /** Of a file, while it is received. */
  onDownloadProgress?: (receivedBytes: number) => void;
  /** For an event stream: resumes after this id and is updated with the newest. */
  eventMark?: EventMark;
};

type Rest<E extends Endpoint> =
  Record<never, never> extends CallInput<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions];

/** Throws CallError for a response that is not 2xx (status 0: none came), AbortError if aborted. */
export type Call = <const E extends Endpoint>(
  endpoint: E,
  ...rest: Rest<E>
) => Promise<CallResult<E>>;

type RequestInput = {
  params?: object;
  query?: object;
  body?: unknown;
  files?: Record<string, Blob>;
};
type PreparedRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: BodyInit | null;
};

const buildUrl = (baseUrl: string, path: string, { params, query }: RequestInput) => {
  const values = new Map(Object.entries(params ?? {}));
  const filled = path.replace(/:(\w+)/g, (_, key) => encodeURIComponent(String(values.get(key))));
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([key, value]) =>
      value === undefined || value === null ? [] : [[key, String(value)]],
    ),
  );
  return `${baseUrl.replace(/\/$/, '')}${filled}${search.size > 0 ? `?${search}` : ''}`;
};

function buildBody({ body, files }: RequestInput): Pick<PreparedRequest, 'body' | 'headers'> {
  if (!files) {
    if (body === undefined) return { body: null, headers: {} };
    if (body instanceof Blob)
      return { body, headers: { 'content-type': 'application/octet-stream' } };
    return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value));
  for (const [name, file] of Object.entries(files)) form.append(name, file);
  // The browser sets the content type, with the boundary that it chose.
  return { body: form, headers: {} };
}

function prepare(
  client: ClientOptions,
  endpoint: Endpoint,
  input: RequestInput,
  options: CallOptions,
) {
  const { body, headers } = buildBody(input);
  const { idempotencyKey, eventMark } = options;
  return {
    url: buildUrl(client.baseUrl ?? '', endpoint.path, input),
    method: endpoint.method,
    body,
    headers: {
      accept: 'application/json',
      ...headers,
      ...client.getHeaders?.(endpoint),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(eventMark?.lastEventId && { 'last-event-id': eventMark.lastEventId }),
      ...options.headers,
    },
  };
}

async function send(
  client: ClientOptions,
  request: PreparedRequest,
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
    client.onLost?.();
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

async function readFile(response: Response, onProgress?: (receivedBytes: number) => void) {
  if (!onProgress || !response.body) return response.blob();
  let receivedBytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, passed) {
      receivedBytes += chunk.length;
      onProgress(receivedBytes);
      passed.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter), response).blob();
}

async function readResponse(
  endpoint: Endpoint,
  response: Response,
  { eventMark: mark, onDownloadProgress }: CallOptions,
) {
  if (!response.ok) throw new CallError(response.status, await readBody(response));
  const shape = endpoint.responses[response.status];
  if (shape && 'bytes' in shape) return readFile(response, onDownloadProgress);
  if (shape && 'event' in shape && response.body) return readEvents(response.body, mark);
  return readBody(response);
}

/** For another origin, an API key or another fetch. */
export function createClient(client: ClientOptions = {}): Call {
  return async (endpoint, ...rest) => {
    const [input = {}, options = {}] = rest as [RequestInput?, CallOptions?];
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
    return (await readResponse(endpoint, response, options)) as CallResult<typeof endpoint>;
  };
}

/** The stable code of an error response, typed by the endpoint; undefined for field errors. */
export function errorCode<const E extends Endpoint>(
  _: E,
  error: unknown,
): ErrorCode<E> | undefined {
  if (!(error instanceof CallError)) return undefined;
  const { body } = error;
  return typeof body === 'object' && body !== null && 'code' in body
    ? (body.code as ErrorCode<E>)
    : undefined;
}
