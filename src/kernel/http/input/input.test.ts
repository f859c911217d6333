import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { createTestApi, useKernel } from '#test/test-kernel.ts';
import type { Api } from '../api.ts';
import { mount, respond } from '../mount.ts';
import { fieldErrors, parseInput } from './field-errors.ts';

const t = useKernel();
let api: Api;

const note = endpoint({
  method: 'POST',
  path: '/apix/notes/',
  summary: 'Note',
  permission: 'public',
  work: 'none',
  body: z.object({ data: z.unknown(), kind: z.enum(['public', 'private']).optional() }),
  responses: { 201: z.object({}) },
});
const change = endpoint({
  method: 'PATCH',
  path: '/apix/notes/:id/',
  summary: 'Change a note',
  permission: 'public',
  work: 'none',
  params: z.object({ id: z.string() }),
  body: z.object({ title: z.string(), pinned: z.boolean() }).partial(),
  responses: { 200: z.object({}) },
});
const list = endpoint({
  method: 'GET',
  path: '/apix/notes/',
  summary: 'List notes',
  permission: 'public',
  work: 'none',
  query: z.object({
    ...listQuery,
    status: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(['open', 'done'])))
      .optional(),
  }),
  responses: { 200: z.object({ after: z.string().optional() }) },
});
const ping = endpoint({
  method: 'POST',
  path: '/apix/ping/',
  summary: 'Ping',
  permission: staffOnly('system.read'),
  work: 'none',
  responses: { 204: null },
});
const upload = endpoint({
  method: 'POST',
  path: '/apix/upload/',
  summary: 'Upload',
  permission: 'public',
  work: 'none',
  files: { picture: { bytesMax: 100, tooLarge: 'Too large.' } },
  responses: { 201: z.object({ size: z.int() }) },
});

beforeAll(async () => {
  api = await createTestApi(t.kernel);
  mount(api, note, () => respond(201, {}));
  mount(api, change, () => respond(200, {}));
  mount(api, list, ({ query }) => respond(200, { after: query.created_after }));
  mount(api, ping, () => respond(204));
  mount(api, upload, ({ files }) => respond(201, { size: files.picture.length }));
});

const post = (url: string, payload: string, type = 'application/json') =>
  api.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
const form = 'multipart/form-data; boundary=b';
const part = '--b\r\nContent-Disposition: form-data; name="picture"; filename="a.png"\r\n\r\n';

const tooDeep = [400, { non_field_errors: ['This is nested too deeply.'] }];

test.each([64, 30_000])('lists of depth %i are refused as nested too deeply', async (depth) => {
  const data = `${'['.repeat(depth)}${']'.repeat(depth)}`;
  // Also where nobody reads the body: it is audited and compared all the same.
  for (const { path } of [note, ping]) {
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': `deep ${depth}`,
      authorization: 'Bearer account-7-admin',
    };
    const payload = `{"data":${data}}`;
    const reply = await api.app.inject({ method: 'POST', url: path, payload, headers });
    expect([reply.statusCode, reply.json()]).toEqual(tooDeep);
  }
});

test('a depth of sixty lists is accepted', async () => {
  const data = `${'['.repeat(60)}1${']'.repeat(60)}`;
  expect((await post(note.path, `{"data":${data}}`)).statusCode).toBe(201);
});

test.each([
  ['without a boundary', 'multipart/form-data', ''],
  ['that is none', form, 'garbage'],
  ['that breaks off before its end', form, `${part}abc`],
  ['that breaks off in the head of a part', form, part.slice(0, 30)],
])('a form %s is refused as unreadable', async (_, type, payload) => {
  const reply = await post(upload.path, payload, type);
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'parse_error']);
});

test('a complete form is accepted', async () => {
  const reply = await post(upload.path, `${part}abc\r\n--b--\r\n`, form);
  expect(reply.json()).toEqual({ size: 3 });
});

test('unknown fields are listed in a header, even of an error', async () => {
  const patch = (payload: object) =>
    api.app.inject({ method: 'PATCH', url: '/apix/notes/1/', payload });
  const done = await patch({ title: 'a', colour: 'red', 'größe\n': 1 });
  expect(done.statusCode).toBe(200);
  expect(done.headers['x-ignored-fields']).toBe('colour, gr%C3%B6%C3%9Fe%0A');
  const refused = await patch({ title: 5, colour: 'red' });
  expect([refused.statusCode, refused.headers['x-ignored-fields']]).toEqual([400, 'colour']);
  expect((await patch({ title: 'a' })).headers).not.toHaveProperty('x-ignored-fields');
});

test.each([{}, { titel: 'a' }])('a PATCH without known fields is refused: %j', async (payload) => {
  const reply = await api.app.inject({ method: 'PATCH', url: '/apix/notes/1/', payload });
  expect([reply.statusCode, reply.json()]).toEqual([
    400,
    { non_field_errors: ['Send at least one field to change: title, pinned.'] },
  ]);
});

test('an invalid filter with a list is reported like any other field', async () => {
  const reply = await api.app.inject('/apix/notes/?status=open,bogus,lost');
  expect([reply.statusCode, reply.json()]).toEqual([
    400,
    { status: ['"bogus" is not a valid choice.', '"lost" is not a valid choice.'] },
  ]);
});

test('an invalid choice that is not text is quoted as JSON', async () => {
  const refused = await post('/apix/notes/', '{"data":1,"kind":{"toString":1}}');
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    { kind: ['"{"toString":1}" is not a valid choice.'] },
  ]);
});

test('filters of lists accept a time or a date', async () => {
  const after = async (text: string) =>
    (await api.app.inject(`/apix/notes/?created_after=${encodeURIComponent(text)}`)).json();
  expect(await after('2026-11-25')).toEqual({ after: '2026-11-25' });
  expect(await after('2026-11-25T10:00:00+02:00')).toEqual({ after: '2026-11-25T10:00:00+02:00' });
  const problem = { created_after: ['Enter a valid date/time.'] };
  expect([await after('yesterday'), await after('2026-02-30')]).toEqual([problem, problem]);
});

test.each([{}, { way: 'other' }])(
  'of an unknown variant, %j, shared fields are checked',
  (sent) => {
    const shared = { amount: z.number().min(1) };
    const schema = z.discriminatedUnion('way', [
      z.object({ way: z.literal('bank'), iban: z.string(), ...shared }),
      z.object({ way: z.literal('card'), ...shared }),
    ]);
    const read = parseInput<unknown>(schema, { ...sent, amount: -5 });
    expect(read.success ? {} : fieldErrors(read.issues)).toEqual({
      way: [expect.any(String)],
      amount: ['Ensure this value is greater than or equal to 1.'],
    });
  },
);
