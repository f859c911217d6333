// Forms with a file and other fields.
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { declareError, endpoint } from '#lib/endpoint.ts';
import { createTestApi, useKernel } from '#test/test-kernel.ts';
import type { Api } from '../api.ts';
import { mount, respond } from '../mount.ts';

const t = useKernel();
let api: Api;
const tooLarge = declareError('too_large', 413, 'Too large.', { bytes_max: z.int() });
const upload = endpoint({
  method: 'POST',
  path: '/apix/upload/',
  summary: 'Upload',
  permission: 'optional',
  work: 'none',
  files: { picture: { bytesMax: 10, tooLarge } },
  body: z.object({
    title: z.string().min(1),
    size: z.coerce.number().max(9).default(1),
    tags: z.array(z.string()).max(2).default([]),
  }),
  responses: { 201: z.object({ title: z.string(), size: z.number(), tags: z.array(z.string()) }) },
  errors: [tooLarge],
});

beforeAll(async () => {
  api = await createTestApi(t.kernel);
  mount(api, upload, ({ body }) => respond(201, body));
});

type Fields = readonly (readonly [string, string])[];
async function send(fields: Fields, bytes = 3, headers: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  if (bytes > 0) form.append('picture', new Blob(['x'.repeat(bytes)]), 'a.png');
  const payload = form;
  return api.app.inject({ method: 'POST', url: upload.path, payload, headers });
}

test('fields are validated like those of JSON', async () => {
  const reply = await send([
    ['title', 'a'],
    ['size', '2.5'],
    ['tags[]', 'x'],
    ['tags[]', 'y'],
  ]);
  expect(reply.json()).toEqual({ title: 'a', size: 2.5, tags: ['x', 'y'] });
  expect((await send([['title', 'a']])).json()).toEqual({ title: 'a', size: 1, tags: [] });
});

test('errors of fields and files are reported together', async () => {
  const reply = await send([['size', 'many']], 0);
  expect([reply.statusCode, reply.json()]).toEqual([
    400,
    {
      title: ['This field is required.'],
      size: ['A valid number is required.'],
      picture: ['No file was submitted.'],
    },
  ]);
});

test('unknown fields are ignored and listed, names that could change objects refused', async () => {
  const reply = await send([
    ['title', 'a'],
    ['colour', 'red'],
    ['tint[]', 'red'],
  ]);
  expect([reply.statusCode, reply.headers['x-ignored-fields']]).toEqual([201, 'colour, tint']);
  for (const name of ['__proto__', 'constructor'])
    expect(
      (
        await send([
          ['title', 'a'],
          [name, 'x'],
        ])
      ).statusCode,
    ).toBe(400);
});

test('the error of a large file says what is allowed', async () => {
  const reply = await send([['title', 'a']], 11);
  expect([reply.statusCode, reply.json()]).toMatchObject([413, { bytes_max: 10 }]);
});

test('the fields belong to what an Idempotency-Key stands for', async () => {
  const headers = { 'idempotency-key': 'form', authorization: 'Bearer account-7' };
  const first = await send([['title', 'a']], 3, headers);
  expect((await send([['title', 'a']], 3, headers)).json()).toEqual(first.json());
  const other = await send([['title', 'b']], 3, headers);
  expect(other.json().code).toBe('idempotency_conflict');
});
