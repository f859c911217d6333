// Clients that two public generators make of docs/openapi.json: they compile strictly, sign in with
// the code of the mailbox, price a car and goods, and page a list.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaledMs } from '#test/time-limits.ts';
import { useApp } from '../harness.ts';

const t = useApp();
const root = path.resolve(import.meta.dirname, '../..');
const document = path.join(root, 'docs/openapi.json');
const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-clients-'));
const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
let origin = '';

beforeAll(async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
  // The generated files find the packages of the repository.
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  write('package.json', JSON.stringify({ type: 'module' }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a program of a customer does; returns what it got. */
type Run = (origin: string, email: string, readCode: () => Promise<string>) => Promise<string[]>;

const carFields = `destination_country: 'DE', origin_country: 'JP',
    price: { amount: '18600', currency: 'EUR' },
    powertrain: 'petrol', engine_capacity_cc: 1998, production_date: '2021-05'`;
const goodsFields = `destination_country: 'DE', currency: 'EUR',
    items: [{ description: 'Shirts', hs_code: '61091000', origin_country: 'CN',
      quantity: 1, unit_price: '6' }]`;

const programs = {
  'openapi-fetch': `import createClient from 'openapi-fetch';
import type { paths } from './schema.ts';

export async function run(baseUrl: string, email: string, readCode: () => Promise<string>) {
  const api = createClient<paths>({ baseUrl });
  const requested = await api.POST('/apix/accounts/otp/request/', { body: { email } });
  if (!requested.data) throw new Error(JSON.stringify(requested.error));
  const body = { email, otp: await readCode() };
  const verified = await api.POST('/apix/accounts/otp/verify/', { body });
  if (!verified.data) throw new Error(JSON.stringify(verified.error));
  const headers = { authorization: \`Bearer \${verified.data.access}\` };
  const profile = await api.GET('/apix/accounts/profile/', { headers });
  if (!profile.data) throw new Error(JSON.stringify(profile.error));
  const car = await api.POST('/apix/data_customs/vehicle-calculation/calculate/', {
    headers,
    body: { ${carFields} },
  });
  if (!car.data) throw new Error(JSON.stringify(car.error));
  const goods = await api.POST('/apix/data_customs/custom-calculation/calculate/', {
    headers,
    body: { ${goodsFields} },
  });
  if (!goods.data) throw new Error(JSON.stringify(goods.error));
  const list = await api.GET('/apix/data_customs/vehicle-calculation/', {
    headers,
    params: { query: { page: 1, page_size: 10 } },
  });
  if (!list.data) throw new Error(JSON.stringify(list.error));
  return [profile.data.email, String(list.data.count), car.data.status, goods.data.status];
}
`,
  'hey-api': `import { client } from './hey/client.gen.ts';
import {
  calculateGoods,
  calculateVehicle,
  listVehicles,
  readProfile,
  requestCode,
  verifyCode,
} from './hey/sdk.gen.ts';

export async function run(baseUrl: string, email: string, readCode: () => Promise<string>) {
  client.setConfig({ baseUrl });
  await requestCode({ body: { email }, throwOnError: true });
  const body = { email, otp: await readCode() };
  const { data } = await verifyCode({ body, throwOnError: true });
  const headers = { authorization: \`Bearer \${data.access}\` };
  const profile = await readProfile({ headers, throwOnError: true });
  const throwOnError = true;
  const car = await calculateVehicle({ headers, throwOnError, body: { ${carFields} } });
  const goods = await calculateGoods({ headers, throwOnError, body: { ${goodsFields} } });
  const query = { page: 1, page_size: 10 };
  const list = await listVehicles({ headers, throwOnError, query });
  return [profile.data.email, String(list.data.count), car.data.status, goods.data.status];
}
`,
};
type Generator = keyof typeof programs;

const generate: Record<Generator, () => Promise<unknown>> = {
  'openapi-fetch': async () => {
    write('schema.ts', astToString(await openapiTypescript(pathToFileURL(document))));
  },
  'hey-api': () =>
    createClient({
      input: document,
      output: { path: path.join(folder, 'hey'), importFileExtension: '.ts' },
      logs: { level: 'silent', file: false },
    }),
};

const compilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'esnext',
  lib: ['esnext', 'dom', 'dom.iterable'],
  types: [],
  allowImportingTsExtensions: true,
};

/** Rejects with what the compiler says. */
async function compile(file: string): Promise<void> {
  write(`${file}.tsconfig.json`, JSON.stringify({ compilerOptions, files: [file] }));
  const args = [path.join(root, 'node_modules/.bin/tsc'), '-p', `${file}.tsconfig.json`];
  await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(({ stdout }) => {
    throw new Error(stdout);
  });
}

async function readCode(email: string): Promise<string> {
  const [mail] = await t.mails(email);
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
}

test.each(Object.keys(programs) as Generator[])(
  'a client of %s compiles and runs',
  async (name) => {
    await generate[name]();
    write(`${name}.ts`, programs[name]);
    await compile(`${name}.ts`);
    const module = await import(pathToFileURL(path.join(folder, `${name}.ts`)).href);
    const run = module.run as Run;
    const email = `${name}@example.com`;
    const result = await run(origin, email, () => readCode(email));
    expect(result).toEqual([email, '0', 'complete', 'complete']);
  },
  scaledMs(180_000),
);
