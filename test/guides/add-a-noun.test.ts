// The code of docs/guides/add-a-noun.md, as it would be in the tree.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '#kernel/http/api.ts';
import { createTestApi, useKernel } from '#test/test-kernel.ts';

const root = path.resolve(import.meta.dirname, '../..');
const guide = readFileSync(path.join(root, 'docs/guides/add-a-noun.md'), 'utf8');
const files = [...guide.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)].map(
  ([, name = '', code = '']) => [name, code] as const,
);
const readCode = (start: string) => files.find(([name]) => name.startsWith(start))![1];

/** What `npm run generate` writes for the table. */
const tableTypes = `
import type { Timestamp } from '#kernel/database/schema.d.ts';
declare module '#kernel/database/schema.d.ts' {
  interface SupportNote {
    account_id: number;
    created_at: Timestamp;
    id: string;
    title: string;
  }
  interface DB {
    support_note: SupportNote;
  }
}
`;
const compilerOptions = {
  types: ['node', 'vite/client'],
  lib: ['ES2024', 'DOM', 'DOM.Iterable', 'ESNext.Iterator', 'ESNext.Array'],
  incremental: false,
};

/** A tree with the files of the guide, and all others as they are. */
function writeTree(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-noun-'));
  mkdirSync(path.join(folder, 'src/areas/support'), { recursive: true });
  const linked = ['kernel', 'lib', 'client', 'ui'].map((name) => `src/${name}`);
  for (const name of ['node_modules', 'content', 'package.json', 'tsconfig.base.json', ...linked])
    symlinkSync(path.join(root, name), path.join(folder, name));
  const settings = {
    extends: path.join(root, 'tsconfig.web.json'),
    compilerOptions,
    include: ['src/areas', 'tables.d.ts'],
  };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings));
  writeFileSync(path.join(folder, 'tables.d.ts'), tableTypes);
  for (const [name, code] of files.filter(([file]) => file.startsWith('src/areas/'))) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), code);
  }
  return folder;
}

const folder = writeTree();
const t = useKernel();
let api: Api;
beforeAll(async () => {
  await t.kernel.database.pool.query(readCode('migrations/'));
  api = await createTestApi(t.kernel);
  const routes = path.join(folder, 'src/areas/support/server/notes/note-routes.ts');
  (await import(pathToFileURL(routes).href)).noteRoutes(api);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function call(method: 'GET' | 'POST' | 'DELETE', address = '', account = 7, body?: object) {
  const response = await api.app.inject({
    method,
    url: `/apix/support/notes/${address}`,
    headers: { authorization: `Bearer account-${account}` },
    ...(body && { body }),
  });
  return { status: response.statusCode, text: response.body };
}

test('the types of its files are right', () => {
  const tsc = path.join(root, 'node_modules/.bin/tsc');
  expect(() => execFileSync(tsc, ['-p', folder], { stdio: 'pipe' })).not.toThrow();
});

test('a note is created, listed, found, read and deleted by its account alone', async () => {
  const titles = ['Buy yarn', 'Call the mill', 'Buy needles'];
  for (const title of titles) expect((await call('POST', '', 7, { title })).status).toBe(201);
  expect((await call('POST', '', 7, { title: '' })).status).toBe(400);
  const found = JSON.parse((await call('GET', '?search=buy&page_size=1')).text);
  expect(found).toMatchObject({ count: 2, has_next: true });
  const { id } = found.results[0];
  expect((await call('GET', `${id}/`)).text).toContain(id);
  expect((await call('GET', `${id}/`, 8)).status).toBe(404);
  expect(JSON.parse((await call('GET', '', 8)).text).count).toBe(0);
  expect((await call('GET', '?format=csv')).text.trim().split('\n')).toHaveLength(4);
  expect((await call('DELETE', `${id}/`, 8)).status).toBe(404);
  expect((await call('DELETE', `${id}/`)).status).toBe(204);
  expect((await call('GET', `${id}/`)).status).toBe(404);
});

test('its addresses are those of its screens', () => {
  for (const [, file] of readCode('src/routes.ts').matchAll(/'(areas\/[^']*)'/g))
    expect(readCode(`src/${file}`)).toContain('export default function');
});
