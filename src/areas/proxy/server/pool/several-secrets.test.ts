// Two proxies of one user at one address: processes with different secrets saved them.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { useDatabase } from '#test/database.ts';
import { closeTestApp, openTestApp, type TestApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const first = 'the first secret of three has 32 characters';
const second = 'the second secret of three has 32 characters';
const third = 'the third secret of three has 32 characters';
const database = useDatabase();
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'weftline-test-'));
const apps: TestApp[] = [];
let byFirst: TestApp;
let bySecond: TestApp;
let byAll: TestApp;

const open = async (secrets: string) => {
  const env = { DATA_DIR: dataDir, APP_SECRET: secrets, PROXY_ALLOW_PRIVATE: '1' };
  const app = await openTestApp(database, env);
  apps.push(app);
  return app;
};
beforeAll(async () => {
  byFirst = await open(first);
  bySecond = await open(second);
  byAll = await open(`${third},${second},${first}`);
});
beforeEach(() => database.write.deleteFrom('proxy').execute());
afterAll(async () => {
  for (const app of apps) await closeTestApp(app);
  rmSync(dataDir, { recursive: true, force: true });
});

let person = 0;
async function add(t: TestApp, line: string) {
  const { headers } = await t.signIn(`admin${++person}@example.com`, { roles: ['admin'] });
  const { body } = await send(t, 'POST', '/apix/admin/proxies/', { text: line }, { headers });
  return body;
}

/** The password of each proxy, and whether an import recognizes it by its user. */
async function listRows(host: string) {
  const { vault } = byAll.areas.proxy;
  const rows = await database.write
    .selectFrom('proxy')
    .selectAll()
    .where('host', '=', host)
    .execute();
  return rows
    .map(({ id, user_hash, credentials }) => {
      const login = vault.open(id, credentials);
      const isKnown = user_hash.equals(vault.hashUser(login?.username ?? ''));
      return `${login?.password ?? 'no password'}, ${isKnown ? 'known' : 'not known'}`;
    })
    .sort();
}

const countSealed = async () => {
  const counts = byAll.kernel.sealed.list().map((values) => values.count());
  const sum = { current: 0, older: 0, lost: 0 };
  for (const { current, older, lost } of await Promise.all(counts)) {
    sum.current += current;
    sum.older += older;
    sum.lost += lost;
  }
  return sum;
};

test('both keep their login, and the one of the newer secret is the one that imports change', async () => {
  expect(await add(byFirst, '203.0.113.1:80:ada:old')).toMatchObject({ added: 1 });
  expect(await add(bySecond, '203.0.113.1:80:ada:new')).toMatchObject({ added: 1 });
  expect(await add(bySecond, '203.0.113.2:80')).toMatchObject({ added: 1 });
  expect(await add(byFirst, '203.0.113.2:80')).toMatchObject({ added: 1 });
  expect(await countSealed()).toEqual({ current: 0, older: 3, lost: 0 });

  await byAll.jobs.runSchedule('kernel.reseal');
  expect(await listRows('203.0.113.1')).toEqual(['new, known', 'old, not known']);
  expect(await listRows('203.0.113.2')).toEqual(['no password, known', 'no password, not known']);
  expect(await countSealed()).toEqual({ current: 3, older: 0, lost: 0 });

  expect(await add(byAll, '203.0.113.1:80:ada:newest')).toMatchObject({ added: 0, updated: 1 });
  expect(await listRows('203.0.113.1')).toEqual(['newest, known', 'old, not known']);
});

test('an import of such a proxy before that changes the one of the newer secret', async () => {
  expect(await add(bySecond, '203.0.113.3:80:ada:new')).toMatchObject({ added: 1 });
  expect(await add(byFirst, '203.0.113.3:80:ada:old')).toMatchObject({ added: 1 });
  expect(await add(byAll, '203.0.113.3:80:ada:newest')).toMatchObject({ added: 0, updated: 1 });
  expect(await listRows('203.0.113.3')).toEqual(['newest, known', 'old, not known']);
});
