// Clients that two public generators make of docs/openapi.json: they compile, and sign in with the
// code of the mailbox.
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

/** What a program of a customer does; returns the address of the account. */
type SignIn = (origin: string, email: string, readCode: () => Promise<string>) => Promise<string>;

const programs = {
  'openapi-fetch': `import createClient from 'openapi-fetch';
import type { paths } from './schema.ts';

export async function signIn(baseUrl: string, email: string, readCode: () => Promise<string>) {
  const api = createClient<paths>({ baseUrl });
  const requested = await api.POST('/apix/accounts/otp/request/', { body: { email } });
  if (!requested.data) throw new Error(JSON.stringify(requested.error));
  const body = { email, otp: await readCode() };
  const verified = await api.POST('/apix/accounts/otp/verify/', { body });
  if (!verified.data) throw new Error(JSON.stringify(verified.error));
  const headers = { authorization: \`Bearer \${verified.data.access}\` };
  const profile = await api.GET('/apix/accounts/profile/', { headers });
  if (!profile.data) throw new Error(JSON.stringify(profile.error));
  return profile.data.email;
}
`,
  'hey-api': `import { client } from './hey/client.gen.ts';
import { readProfile, requestCode, verifyCode } from './hey/sdk.gen.ts';

export async function signIn(baseUrl: string, email: string, readCode: () => Promise<string>) {
  client.setConfig({ baseUrl });
  await requestCode({ body: { email }, throwOnError: true });
  const body = { email, otp: await readCode() };
  const { data } = await verifyCode({ body, throwOnError: true });
  const headers = { authorization: \`Bearer \${data.access}\` };
  const profile = await readProfile({ headers, throwOnError: true });
  return profile.data.email;
}
`,
};
type Generator = keyof typeof programs;

const generate: Record<Generator, () => Promise<unknown>> = {
  'openapi-fetch': async () => {
    // A field with a default may be left out of a request.
    const options = { defaultNonNullable: false };
    write('schema.ts', astToString(await openapiTypescript(pathToFileURL(document), options)));
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
  'a client of %s compiles and signs in',
  async (name) => {
    await generate[name]();
    write(`${name}.ts`, programs[name]);
    await compile(`${name}.ts`);
    const module = await import(pathToFileURL(path.join(folder, `${name}.ts`)).href);
    const signIn = module.signIn as SignIn;
    const email = `${name}@example.com`;
    expect(await signIn(origin, email, () => readCode(email))).toBe(email);
  },
  scaledMs(180_000),
);
