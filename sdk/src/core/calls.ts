// Makes functions of the generated table. A row is `POST /apix/things/{id}/ jqi`; the letters:
//   j, f, b  a body as JSON, a form, or bytes    q  a query       i  takes an idempotency key
//   l        pages of a list                     e  an event stream that is resumed
// Arguments are the values of the path, then body, query and options.
import { type Connection, jsonHeaders, type OutgoingRequest } from './connection.ts';
import { EventStream } from './event-stream.ts';
import { List } from './list.ts';
import type { FollowOptions } from './options.ts';

type Values = Readonly<Record<string, unknown>>;
type Parts = { request: OutgoingRequest; query: Values; options: FollowOptions };

/** A group of calls, which you open on a connection: `customs(connection).calculateVehicle(...)`. */
export const defineCalls =
  <T>(table: Readonly<Record<string, string>>) =>
  (connection: Connection): T =>
    Object.fromEntries(
      Object.entries(table).map(([name, row]) => [
        name,
        (...args: unknown[]) => runCall(connection, row, args),
      ]),
    ) as T;

function runCall(connection: Connection, row: string, args: readonly unknown[]): unknown {
  const [, , flags = ''] = row.split(' ');
  const parts = readArguments(row, args);
  const { query, options } = parts;
  if (flags.includes('e')) return followEvents(connection, parts);
  if (flags.includes('l') && (query.format ?? 'json') === 'json')
    return new List((chosen) => send(connection, { ...parts, query: chosen }), query);
  if (flags.includes('i')) {
    const key = options.idempotencyKey ?? crypto.randomUUID();
    const headers = { ...parts.request.headers, 'idempotency-key': key };
    return send(connection, { ...parts, request: { ...parts.request, headers } });
  }
  return send(connection, parts);
}

function readArguments(row: string, args: readonly unknown[]): Parts {
  const [method = '', template = '', flags = ''] = row.split(' ');
  const rest = [...args];
  const path = template.replace(/\{\w+\}/g, () => encodeURIComponent(String(rest.shift())));
  const kind = /[jfb]/.exec(flags)?.[0];
  const encoded = kind ? encodeBody(kind, rest.shift()) : {};
  const query = (flags.includes('q') && rest.shift()) || {};
  const options = (rest.shift() ?? {}) as FollowOptions;
  return { request: { method, path, ...encoded }, query: query as Values, options };
}

function encodeBody(kind: string, body: unknown): Pick<OutgoingRequest, 'body' | 'headers'> {
  if (kind === 'j') return { body: JSON.stringify(body ?? {}), headers: jsonHeaders };
  if (kind === 'b')
    return {
      body: body as NonNullable<OutgoingRequest['body']>,
      headers: { 'content-type': 'application/octet-stream' },
    };
  const form = new FormData();
  for (const [name, value] of Object.entries(body as Values)) {
    if (Array.isArray(value)) for (const one of value) form.append(`${name}[]`, String(one));
    else if (value !== undefined) form.append(name, toFormValue(value));
  }
  return { body: form };
}

function toFormValue(value: unknown): string | Blob {
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
    return new Blob([value as ArrayBuffer]);
  return value instanceof Blob ? value : String(value);
}

function addQuery(path: string, query: Values): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path;
}

const send = <T>(connection: Connection, { request, query, options }: Parts): Promise<T> =>
  connection.send({ ...request, path: addQuery(request.path, query) }, options, readResult<T>);

/** JSON as a value, events as a stream, nothing as undefined, and everything else as it came. */
async function readResult<T>(response: Response): Promise<T> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('json')) return (await response.json()) as T;
  if (type.includes('event-stream'))
    return new EventStream({ open: async () => response, resumes: false }) as T;
  return (response.status === 204 ? undefined : response) as T;
}

function followEvents(connection: Connection, { request, query, options }: Parts): unknown {
  const path = addQuery(request.path, query);
  return new EventStream({
    resumes: true,
    signal: options.signal,
    lastEventId: options.lastEventId,
    open: (id) =>
      connection.send(
        { ...request, path },
        {
          ...options,
          headers: { ...options.headers, ...(id !== undefined && { 'last-event-id': id }) },
        },
      ),
  });
}
