// Acknowledged writes survive a crash of the process.
import { rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#kernel/database/open-database.ts';
import { readMailbox } from '#kernel/dev-mailbox/mailbox-files.ts';
import { type AppProcess, createDataDir, startApp } from '../processes/app-process.ts';
import { createInquiry, signIn } from '../processes/customers.ts';
import { scaledMs } from '../time-limits.ts';

const killsMax = 3;
const leadWritersMax = 6;
const acknowledgedEachTime = 24;
const submitLead = '/apix/leads/leads/submit/';
const resources = '/apix/data_proxy/resources/';
const profile = '/apix/accounts/profile/';
const profileChange = '/apix/accounts/profile/partial/';

const dataDir = createDataDir();
const running = new Set<AppProcess>();

async function start(): Promise<AppProcess> {
  const env = { ALERT_EMAIL: 'staff@example.com', PROXY_ALLOW_PRIVATE: '1' };
  const app = await startApp(dataDir, env);
  running.add(app);
  return app;
}

const readMail = async (email: string) =>
  (await readMailbox(path.join(dataDir, 'mail'))).find(({ to }) => to === email)?.text;

afterAll(async () => {
  for (const app of running) await app.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

type Written = { leads: { id: number; email: string }[]; companies: string[]; sent: number };

/** Writes over several connections in parallel until the process is killed. */
async function writeUntilKilled(app: AppProcess, token: string, written: Written): Promise<void> {
  const submit = async () => {
    const email = `customer${++written.sent}@example.com`;
    const { status, body } = await app.call('POST', submitLead, { body: createInquiry(email) });
    expect([status, body]).toEqual([201, expect.anything()]);
    written.leads.push({ id: Number(body.lead_id), email });
  };
  const rename = async () => {
    const company = `Company ${written.companies.length + 1}`;
    const { status, body } = await app.call('PATCH', profileChange, { body: { company }, token });
    expect([status, body.company]).toEqual([200, company]);
    written.companies.push(company);
  };
  const repeat = async (write: () => Promise<void>) => {
    try {
      for (;;) await write();
    } catch (error) {
      // The connection breaks when the process is killed; nothing else may fail.
      if (!(error instanceof TypeError)) throw error;
    }
  };
  const leadWriters = Array.from({ length: leadWritersMax }, () => repeat(submit));
  await Promise.all([...leadWriters, repeat(rename)]);
}

async function connect(): Promise<pg.Client> {
  const config = { DATA_DIR: dataDir, PG_NAMED_STATEMENTS: true };
  const database = await openDatabase(config, pino({ level: 'silent' }));
  const client = new pg.Client(database.connection);
  client.on('error', () => {});
  await client.connect();
  await database.close();
  return client;
}

async function readAll<T>(sql: string): Promise<T[]> {
  const client = await connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows as T[];
}

test(
  'a process that is killed while writing loses no acknowledged write',
  async () => {
    const written: Written = { leads: [], companies: [], sent: 0 };
    let app = await start();
    const token = await signIn(app, 'owner@example.com', readMail);
    for (let kill = 1; kill <= killsMax; kill++) {
      const writing = writeUntilKilled(app, token, written);
      const enough = kill * acknowledgedEachTime;
      const acknowledged = expect
        .poll(() => written.leads.length, { interval: 5 })
        .toBeGreaterThan(enough);
      await Promise.race([acknowledged, writing]);
      await app.kill();
      running.delete(app);
      await writing;
      app = await start();
      const { body } = await app.call('GET', profile, { token });
      // The last change may have been committed without its response being received.
      const next = `Company ${written.companies.length + 1}`;
      expect([written.companies.at(-1) ?? '', next]).toContain(body.company);
      if (body.company === next) written.companies.push(next);
    }
    const leads = await readAll<{ id: number; email: string }>('select id, email from lead');
    expect(leads).toEqual(expect.arrayContaining(written.leads));
    const mails = await readAll<{ kind: string; customer: string }>(
      `select kind, case kind when 'leads.alert' then reply_to else to_address end as customer
     from mail where kind in ('leads.auto_reply', 'leads.alert')`,
    );
    const sorted = (lines: string[]) => lines.toSorted();
    const caused = leads.flatMap(({ email }) => [
      `leads.auto_reply ${email}`,
      `leads.alert ${email}`,
    ]);
    expect(sorted(mails.map(({ kind, customer }) => `${kind} ${customer}`))).toEqual(
      sorted(caused),
    );
    expect(await app.stop()).toBe(0);
    running.delete(app);
  },
  scaledMs(180_000),
);

test(
  'blocked proxies stay blocked after their process was killed',
  async () => {
    let app = await start();
    const token = await signIn(app, 'scraper@example.com', readMail);
    const body = { name: 'shop', target_hosts: ['127.0.0.1'] };
    expect((await app.call('POST', resources, { body, token })).status).toBe(201);
    const text = Array.from({ length: 90 }, (_, at) => `127.0.0.1:${20_000 + at}`).join('\n');
    await app.call('POST', `${resources}shop/proxies/`, { body: { text }, token });
    const list = async (query: string) => {
      const path = `${resources}shop/proxies/?page_size=100&${query}`;
      const reply = await app.call('GET', path, { token });
      return (reply.body.results as { id: string }[]).map(({ id }) => id);
    };
    const ids = await list('status=all');
    expect(ids).toHaveLength(90);
    const acknowledged: string[] = [];
    const blockUntilKilled = async (some: readonly string[]) => {
      for (const proxy of some) {
        const answer = { body: { resource: 'shop', proxy }, token };
        const { status } = await app.call('POST', '/apix/data_proxy/proxy/block/', answer);
        expect(status).toBe(200);
        acknowledged.push(proxy);
      }
    };
    const parts = [0, 1, 2].map((part) => ids.filter((_, at) => at % 3 === part));
    const blocking = Promise.allSettled(parts.map(blockUntilKilled));
    await expect.poll(() => acknowledged.length, { interval: 2 }).toBeGreaterThan(10);
    await app.kill();
    running.delete(app);
    for (const ended of await blocking)
      if (ended.status === 'rejected') expect(ended.reason).toBeInstanceOf(TypeError);
    app = await start();
    expect(await list('status=blocked')).toEqual(expect.arrayContaining(acknowledged));
    const handedOut = await list('status=available');
    expect(handedOut.filter((id) => acknowledged.includes(id))).toEqual([]);
    expect(await app.stop()).toBe(0);
    running.delete(app);
  },
  scaledMs(180_000),
);

test(
  'a process that is asked to stop completes pending requests',
  async () => {
    const app = await start();
    const client = await connect();
    await client.query('begin; lock table lead in access exclusive mode');
    const emails = Array.from({ length: 8 }, (_, at) => `late${at}@example.com`);
    const answers = emails.map((email) =>
      app.call('POST', submitLead, { body: createInquiry(email) }),
    );
    const countWaiting = () =>
      client.query(
        "select count(*)::int as waiting from pg_locks where not granted and relation = 'lead'::regclass",
      );
    await expect.poll(countWaiting).toMatchObject({ rows: [{ waiting: emails.length }] });
    const exitCode = app.stop();
    await app.logged('closing');
    await client.query('commit');
    await client.end();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(emails.map(() => 201));
    expect(await exitCode).toBe(0);
    running.delete(app);
  },
  scaledMs(180_000),
);
