import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineCalls } from './calls.ts';
import { Connection } from './connection.ts';
import type { EventStream } from './event-stream.ts';
import type { List } from './list.ts';
import type { Fetch } from './options.ts';

// Pauses before repetitions are drawn from a range that begins at zero.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

type Row = { id: number };
type Things = {
  read(id: string, options?: object): Promise<Row>;
  list(query?: object): List<Row>;
  create(body: object, options?: object): Promise<Row>;
  change(id: string, body: object, query?: object): Promise<Row>;
  upload(body: object): Promise<void>;
  put(body: Blob): Promise<void>;
  pdf(): Promise<Response>;
  follow(query: object, options?: object): EventStream<Row>;
};

const things = defineCalls<Things>({
  read: 'GET /things/{id}/',
  list: 'GET /things/ ql',
  create: 'POST /things/ ji',
  change: 'PATCH /things/{id}/ jq',
  upload: 'POST /files/ fi',
  put: 'PUT /bytes/ b',
  pdf: 'GET /pdf/',
  follow: 'GET /events/ qe',
});

function open(respond: (request: Request, at: number) => Response | Promise<Response>) {
  const requests: Request[] = [];
  const fetch: Fetch = async (url, init) => {
    const request = new Request(url, init);
    requests.push(request.clone() as Request);
    return respond(request, requests.length - 1);
  };
  return { requests, calls: things(new Connection({ baseUrl: 'https://api.test', fetch })) };
}
const json = (body: unknown, status = 200) => Response.json(body, { status });

describe('arguments', () => {
  it('are encoded in the path, and in the query unless they are undefined', async () => {
    const { calls, requests } = open(() => json({ id: 1 }));
    await calls.change('a/b c', { name: 'x' }, { rates: 'a&b', none: undefined, ids: [1, 2] });
    expect(requests[0]?.url).toBe('https://api.test/things/a%2Fb%20c/?rates=a%26b&ids=1%2C2');
    expect(await requests[0]?.json()).toEqual({ name: 'x' });
  });

  it('of a form are files and texts', async () => {
    const { calls, requests } = open(() => new Response(null, { status: 204 }));
    expect(
      await calls.upload({ file: new Uint8Array([65]), names: ['a', 'b'], size: 2, no: undefined }),
    ).toBeUndefined();
    const form = await requests[0]!.formData();
    expect([...form.keys()]).toEqual(['file', 'names[]', 'names[]', 'size']);
    expect(await (form.get('file') as Blob).text()).toBe('A');
  });

  it('that are bytes are sent as they are', async () => {
    const { calls, requests } = open(() => new Response(null, { status: 204 }));
    await calls.put(new Blob(['abc']));
    expect(await requests[0]!.text()).toBe('abc');
    expect(requests[0]!.headers.get('content-type')).toBe('application/octet-stream');
  });
});

describe('idempotency keys', () => {
  it('are the same for each attempt, and different for each call', async () => {
    const { calls, requests } = open((_, at) => (at === 0 ? json({}, 503) : json({ id: 1 })));
    await calls.create({});
    await calls.create({});
    const [first, second, third] = requests.map((one) => one.headers.get('idempotency-key'));
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('may be yours', async () => {
    const { calls, requests } = open(() => json({ id: 1 }));
    await calls.create({}, { idempotencyKey: 'order-1' });
    expect(requests[0]?.headers.get('idempotency-key')).toBe('order-1');
  });
});

describe('lists', () => {
  const pages = (request: Request) => {
    const page = Number(new URL(request.url).searchParams.get('page') ?? 1);
    return json({ results: [{ id: page * 2 }, { id: page * 2 + 1 }], page, has_next: page < 3 });
  };

  it('give all rows, page by page', async () => {
    const { calls, requests } = open(pages);
    const ids: number[] = [];
    for await (const { id } of calls.list({ status: 'active' })) ids.push(id);
    expect(ids).toEqual([2, 3, 4, 5, 6, 7]);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual(
      [1, 2, 3].map((page) => `?status=active&page_size=100&page=${page}`),
    );
  });

  it('request no page that is not needed', async () => {
    const { calls, requests } = open(pages);
    expect(await calls.list({ page_size: 2 }).toArray({ max: 3 })).toHaveLength(3);
    expect(requests).toHaveLength(2);
  });

  it('give one page with its numbers', async () => {
    const { calls } = open(pages);
    expect(await calls.list().page(2)).toMatchObject({ page: 2, has_next: true });
  });

  it('in another format are one response', async () => {
    const { calls } = open(
      () => new Response('id\n1\n', { headers: { 'content-type': 'text/csv' } }),
    );
    const csv = (await calls.list({ format: 'csv' })) as unknown as Response;
    expect(await csv.text()).toBe('id\n1\n');
  });
});

it('a response that is no JSON comes as it is, so that it can be streamed', async () => {
  const headers = { 'content-type': 'application/pdf' };
  const { calls } = open(() => new Response('%PDF', { headers }));
  const { body } = await calls.pdf();
  expect(body).toBeInstanceOf(ReadableStream);
});

describe('event streams', () => {
  const stream = (text: string) =>
    new Response(text, { headers: { 'content-type': 'text/event-stream' } });

  it('continue after the last event when the connection ends', async () => {
    const answers = [
      stream(': open\n\nid: 7\ndata: {"id":7}\n\nid: 8\r\ndata: {"i'),
      json({}, 503),
      stream('id: 8\ndata: {"id":8}\n\n'),
    ];
    const { calls, requests } = open((_, at) => answers[at]!);
    const followed = calls.follow({ topics: 'a' }, { lastEventId: '6' });
    const ids: number[] = [];
    for await (const { id } of followed) if (ids.push(id) === 2) break;
    expect(ids).toEqual([7, 8]);
    expect(followed.lastEventId).toBe('8');
    expect(requests.map((one) => one.headers.get('last-event-id'))).toEqual(['6', '7', '7']);
  });

  it('end with the error that waiting can not mend', async () => {
    const { calls } = open((_, at) =>
      at === 0 ? stream('id: 1\ndata: {"id":1}\n\n') : json({ code: 'api_key_revoked' }, 401),
    );
    const ids: number[] = [];
    const reading = (async () => {
      for await (const { id } of calls.follow({ topics: 'a' })) ids.push(id);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'api_key_revoked' });
    expect(ids).toEqual([1]);
  });

  it('end with the reason of a signal', async () => {
    const stop = new AbortController();
    const { calls } = open((request) => {
      const body = new ReadableStream({
        start: (controller) =>
          request.signal.addEventListener('abort', () => controller.error(request.signal.reason)),
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    });
    const next = calls.follow({}, { signal: stop.signal })[Symbol.asyncIterator]().next();
    stop.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
  });

  it('that answer one request are not resumed', async () => {
    const { calls } = open(() => stream('data: {"id":1}\n\ndata: [DONE]\n\n'));
    const answer = (await calls.read('1')) as unknown as EventStream<Row>;
    const rows: Row[] = [];
    for await (const row of answer) rows.push(row);
    expect(rows).toEqual([{ id: 1 }]);
  });
});
