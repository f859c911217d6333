// Events of webhooks survive kill -9: each that was committed arrives, under its own id.
import { rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#kernel/database/open-database.ts';
import { readMailbox } from '#kernel/dev-mailbox/mailbox-files.ts';
import { startHttpServer, type TestHttpServer } from '../fakes/http-server.ts';
import { type AppProcess, createDataDir, startApp } from '../processes/app-process.ts';
import { signIn } from '../processes/customers.ts';
import { scaledMs } from '../time-limits.ts';

const killsMax = 3;
const keysEachTime = 12;
const keysPath = '/apix/billing/api-keys/';
const hook = '/hook';

const dataDir = createDataDir();
const running = new Set<AppProcess>();
let receiver: TestHttpServer | undefined;

async function start(): Promise<AppProcess> {
  const app = await startApp(dataDir, { WEBHOOKS_ALLOW_PRIVATE: 'on' });
  running.add(app);
  return app;
}

afterAll(async () => {
  for (const app of running) await app.kill();
  await receiver?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const readMail = async (email: string) =>
  (await readMailbox(path.join(dataDir, 'mail'))).find(({ to }) => to === email)?.text;

async function query<Row>(text: string): Promise<Row[]> {
  const config = { DATA_DIR: dataDir, PG_NAMED_STATEMENTS: true };
  const database = await openDatabase(config, pino({ level: 'silent' }));
  const client = new pg.Client(database.connection);
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  await database.close();
  return rows as Row[];
}

/** Creates and revokes keys until the process is killed. Each is two events. */
async function writeUntilKilled(app: AppProcess, token: string, created: string[]): Promise<void> {
  try {
    for (let at = 0; ; at++) {
      const name = `key-${created.length}-${at}`;
      const { status, body } = await app.call('POST', keysPath, { body: { name }, token });
      expect([status, body]).toEqual([201, expect.anything()]);
      created.push(String(body.id));
      await app.call('POST', `${keysPath}${String(body.id)}/revoke/`, { body: {}, token });
    }
  } catch (error) {
    // The connection breaks when the process is killed; nothing else may fail.
    if (!(error instanceof TypeError)) throw error;
  }
}

test(
  'a process that is killed while it sends loses no event',
  async () => {
    receiver = await startHttpServer();
    receiver.on(`POST ${hook}`, { status: 200 });
    let app = await start();
    const token = await signIn(app, 'owner@example.com', readMail);
    await query(`update tariff set supports_webhooks = true, limits = '{}'`);
    const endpoint = { url: receiver.url + hook, event_types: ['key.created', 'key.revoked'] };
    const added = await app.call('POST', '/apix/webhooks/endpoints/', { body: endpoint, token });
    expect([added.status, added.body]).toEqual([201, expect.anything()]);
    const created: string[] = [];
    for (let kill = 1; kill <= killsMax; kill++) {
      const writing = writeUntilKilled(app, token, created);
      await expect.poll(() => created.length, { interval: 5 }).toBeGreaterThan(kill * keysEachTime);
      await app.kill();
      running.delete(app);
      await writing;
      app = await start();
    }
    // What a killed process had in hand is free after a minute: its clock is not waited for.
    await query(`update webhook_delivery set next_attempt_at = now() where state = 'waiting'`);
    await expect
      .poll(() => query(`select distinct state from webhook_delivery`), {
        timeout: scaledMs(30_000),
        interval: 200,
      })
      .toEqual([{ state: 'delivered' }]);
    const messages = await query<{ id: string; type: string; key: string }>(
      `select id, type, body::jsonb -> 'data' ->> 'id' as key from webhook_message`,
    );
    const listIds = (type: string) =>
      messages.filter((one) => one.type === type).map(({ key }) => key);
    expect(listIds('key.created')).toEqual(expect.arrayContaining(created));
    const keys = await query<{ id: string; revoked_at: Date | null }>('select * from api_key');
    expect(listIds('key.created').toSorted()).toEqual(keys.map(({ id }) => id).toSorted());
    const revoked = keys.filter(({ revoked_at }) => revoked_at).map(({ id }) => id);
    expect(listIds('key.revoked').toSorted()).toEqual(revoked.toSorted());
    const arrived = new Set(receiver.calls.map(({ headers }) => headers['webhook-id']));
    expect([...arrived].toSorted()).toEqual(messages.map(({ id }) => id).toSorted());
    expect(await app.stop()).toBe(0);
    running.delete(app);
  },
  scaledMs(180_000),
);
