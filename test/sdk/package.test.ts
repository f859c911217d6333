// The package as it is published: built, packed, installed elsewhere, and used from there.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type OutputChunk, rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sdkEntries } from '../../scripts/sdk/build-sdk.ts';
import { scaledMs } from '../time-limits.ts';
import { installSdk } from './install-sdk.ts';

const root = path.resolve(import.meta.dirname, '../..');
const work = mkdtempSync(path.join(os.tmpdir(), 'weftline-sdk-'));
const user = path.join(work, 'user');

const run = (command: string, args: string[], cwd: string) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

beforeAll(async () => {
  const source = await installSdk(path.join(work, 'source'));
  const tarball = run('npm', ['pack', '--silent', '--pack-destination', work], source).trim();
  mkdirSync(user);
  writeFileSync(path.join(user, 'package.json'), '{ "name": "user", "private": true }');
  const quietly = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  run('npm', ['install', ...quietly, path.join(work, tarball)], user);
}, scaledMs(120_000));
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Prints what the code prints, run in the folder of a user of the package. */
function runCode(file: string, code: string): string {
  writeFileSync(path.join(user, file), code);
  return run(process.execPath, [file], user).trim();
}

const names = sdkEntries.map((name) => (name === 'index' ? 'weftline' : `weftline/${name}`));

describe('installed', () => {
  test('it has no dependencies, and no file that is not needed', () => {
    const installed = globSync('node_modules/*', { cwd: user });
    expect(installed).toEqual(['node_modules/weftline']);
    const files = globSync('**/*.*', { cwd: path.join(user, 'node_modules/weftline') });
    expect(files.filter((file) => !/^dist\/|^README\.md$|^package\.json$/.test(file))).toEqual([]);
    expect(files.filter((file) => /\.test\.|(?<!\.d)\.ts$/.test(file))).toEqual([]);
  });

  test.each(names)('%s can be imported and required, with the same names', (name) => {
    const imported = runCode(
      'a.mjs',
      `console.log(Object.keys(await import('${name}')).sort().join())`,
    );
    const required = runCode('a.cjs', `console.log(Object.keys(require('${name}')).sort().join())`);
    expect(imported).not.toBe('');
    expect(required.split(',').filter((one) => one !== '__esModule')).toEqual(imported.split(','));
  });

  test.each(['mts', 'cts'])('its types are right in a .%s file', (extension) => {
    const code = `
      import { ApiError, Weftline, type ApiKey } from 'weftline';
      import { Connection, customs } from 'weftline/areas';
      import { WeftlineAdmin } from 'weftline/admin';
      import { Gateway } from 'weftline/proxy';
      import { verifyWebhook } from 'weftline/webhooks';
      export async function use(client: Weftline) {
        for await (const key of client.keys.list({ status: ['active', 'inactive'] })) {
          const one: ApiKey = key;
          console.log(one.daily_requests.length);
        }
        const page = await client.billing.listUsage().page(2);
        const csv: Response = await client.billing.listUsage({ format: 'csv' });
        const pdf: Response = await client.customs.readVehiclePdf(1);
        // @ts-expect-error A key has a name.
        await client.keys.create({});
        // @ts-expect-error There is no such call.
        client.keys.erase();
        // @ts-expect-error A country is text.
        await client.customs.calculateVehicle({ destination_country: 1 });
        try {
          await customs(new Connection()).listRates({ base: 'EUR' });
        } catch (error) {
          if (error instanceof ApiError && error.code === 'quota_exceeded') return error.retryAfter;
        }
        new WeftlineAdmin().console.listUsers({ role: 'finance' });
        new Gateway({ gateway: 'a:1', resource: 'b', password: 'c' }).url({ country: 'DE' });
        return [page.count, csv, pdf, await verifyWebhook<{ type: string }>];
      }`;
    writeFileSync(path.join(user, `types.${extension}`), code);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'];
    const types = ['--types', 'node', '--typeRoots', path.join(root, 'node_modules/@types')];
    const compiler = path.join(root, 'node_modules/.bin/tsc');
    const args = [compiler, ...options, ...types, `types.${extension}`];
    const { stdout } = spawnSync(process.execPath, args, { cwd: user, encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});

/** The bytes that a browser loads, compressed. */
async function bundledBytes(code: string): Promise<{ bytes: number; code: string }> {
  const entry = path.join(user, 'entry.mjs');
  writeFileSync(entry, code);
  const build = await rolldown({ input: entry, platform: 'browser', logLevel: 'silent' });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  const chunk = output[0] as OutputChunk;
  expect(chunk.imports).toEqual([]);
  return { bytes: brotliCompressSync(chunk.code).length, code: chunk.code };
}

describe('in a browser', () => {
  test('all of it is at most 15 KB, and one area well below half of that', async () => {
    const all = await bundledBytes(`export * from 'weftline';`);
    const one = await bundledBytes(`export { Connection, customs } from 'weftline/areas';`);
    expect(all.bytes).toBeLessThanOrEqual(15 * 1024);
    expect(one.bytes).toBeLessThan(all.bytes * 0.75);
    expect(all.code).toContain('/apix/support/tickets/');
    expect(one.code).toContain('/apix/data_customs/');
    expect(one.code).not.toContain('/apix/support/tickets/');
  });

  test('verifying webhooks needs nothing else', async () => {
    const { code } = await bundledBytes(`export { verifyWebhook } from 'weftline/webhooks';`);
    expect(code).not.toContain('/apix/');
  });
});
