import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { createTestApi, useKernel } from '#test/kernel.ts';
import type { Api } from './api.ts';
import { answer, mount } from './mount.ts';

const t = useKernel();
let api: Api;

const note = endpoint({
  method: 'POST',
  path: '/apix/notes/',
  summary: 'Note',
  permission: 'public',
  body: z.object({ data: z.unknown() }),
  reply: { 201: z.object({}) },
});
const ping = endpoint({
  method: 'POST',
  path: '/apix/ping/',
  summary: 'Ping',
  permission: { staff: ['admin'] },
  reply: { 204: null },
});
const upload = endpoint({
  method: 'POST',
  path: '/apix/upload/',
  summary: 'Upload',
  permission: 'public',
  files: { picture: { bytesMax: 100, tooLarge: 'Too large.' } },
  reply: { 201: z.object({ size: z.int() }) },
});

beforeAll(async () => {
  api = await createTestApi(t.kernel);
  mount(api, note, () => answer(201, {}));
  mount(api, ping, () => answer(204));
  mount(api, upload, ({ files }) => answer(201, { size: files.picture.length }));
});

const post = (url: string, payload: string, type = 'application/json') =>
  api.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
const form = 'multipart/form-data; boundary=b';
const part = '--b\r\nContent-Disposition: form-data; name="picture"; filename="a.png"\r\n\r\n';

const tooDeep = [400, { non_field_errors: ['This is nested too deeply.'] }];

test.each([100, 500_000])('lists %i deep are told to be nested too deeply', async (depth) => {
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

test('what lies ninety lists deep is taken', async () => {
  const data = `${'['.repeat(90)}1${']'.repeat(90)}`;
  expect((await post(note.path, `{"data":${data}}`)).statusCode).toBe(201);
});

test.each([
  ['without a boundary', 'multipart/form-data', ''],
  ['that is none', form, 'garbage'],
  ['that breaks off before its end', form, `${part}abc`],
  ['that breaks off in the head of a part', form, part.slice(0, 30)],
])('a form %s is told to be unreadable', async (_, type, payload) => {
  const reply = await post(upload.path, payload, type);
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'parse_error']);
});

test('a whole form is taken', async () => {
  const reply = await post(upload.path, `${part}abc\r\n--b--\r\n`, form);
  expect(reply.json()).toEqual({ size: 3 });
});
