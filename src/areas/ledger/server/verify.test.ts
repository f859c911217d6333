import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { amountOf } from '#lib/money.ts';
import { makeAccount } from '#test/factories.ts';
import { useKernel } from '#test/kernel.ts';
import { charge, deposit, type Ledger, ledgerJobs, openLedger, verifyLedger } from './index.ts';
import { sealJournals } from './seal.ts';

const filled = useKernel({ ALERT_EMAIL: 'alert@example.com' });
let ledger: Ledger;
let journalId = '';
let keys = 0;
const db = () => filled.kernel.database.write;

beforeAll(() => {
  ledger = openLedger(filled.kernel);
  ledgerJobs(filled.kernel);
});

beforeEach(async () => {
  const details = () => ({
    accountId: 1,
    amount: amountOf('10.00', 'USD'),
    actor: 'test',
    idempotencyKey: String(++keys),
  });
  const posted = await ledger.post(db(), deposit({ ...details(), provider: 'sandbox' }));
  journalId = posted.journalId;
  await ledger.post(db(), charge(details()));
  await sealJournals(filled.kernel);
});

/** What somebody with the database's highest rights can do, then undone for the next test. */
async function tamper(statement: string, undo: string): Promise<string[]> {
  const asTamperer = (text: string) =>
    filled.kernel.database.transaction(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql.raw(text).execute(tx);
    });
  await asTamperer(statement);
  const { problems } = await verifyLedger(filled.kernel);
  await asTamperer(undo);
  expect((await verifyLedger(filled.kernel)).problems).toEqual([]);
  return problems;
}

test('sound books have a zero trial balance in every currency', async () => {
  const report = await verifyLedger(filled.kernel);
  expect(report).toMatchObject({ isSound: true, problems: [], debts: 0 });
  expect(report.sealed).toBeGreaterThanOrEqual(2);
  expect(report.trialBalance.map(({ kind }) => kind)).toEqual([
    'provider_clearing',
    'revenue',
    'wallet_available',
  ]);
});

test('an amount that was changed shows in sum, balance and seal', async () => {
  const set = (amount: string) =>
    `update posting set amount = ${amount} where journal_id = '${journalId}' and line = 1`;
  const problems = await tamper(set('11'), set('10'));
  expect(problems).toContain('The trial balance in USD is 1, not zero.');
  expect(problems).toContain(`journal ${journalId} in USD: its postings do not sum to zero.`);
  expect(problems.join()).toMatch(/wallet \d+: its balance is not the sum of its postings/);
  expect(problems.join()).toMatch(`Journal ${journalId} is not what was sealed`);
});

test('a word that was changed shows in the seal alone', async () => {
  const set = (words: string) =>
    `update journal set description = '${words}' where id = '${journalId}'`;
  const problems = await tamper(set('a bribe'), set(''));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`Journal ${journalId} is not what was sealed`);
});

test('a balance row that was raised shows', async () => {
  const add = (amount: string) =>
    `update wallet_balance set balance = balance + ${amount}, held = held + ${amount}`;
  const problems = await tamper(add('5'), add('-5'));
  expect(problems.join()).toMatch('its balance is not the sum of its postings');
  expect(problems.join()).toMatch('what it holds is not the sum of its open holds');
});

test('a journal that was taken out of the books and out of the chain shows', async () => {
  const problems = await tamper(
    `create table kept_journal as select * from journal where id = '${journalId}';
     create table kept_posting as select * from posting where journal_id = '${journalId}';
     delete from posting where journal_id = '${journalId}';
     delete from journal where id = '${journalId}'`,
    `insert into journal select * from kept_journal;
     insert into posting select * from kept_posting;
     drop table kept_journal, kept_posting`,
  );
  expect(problems).toContain(`Journal ${journalId} was sealed and is gone.`);
});

test('postings whose journal was taken out show', async () => {
  const problems = await tamper(
    `create table kept_journal as select * from journal where id = '${journalId}';
     delete from journal where id = '${journalId}'`,
    'insert into journal select * from kept_journal; drop table kept_journal',
  );
  expect(problems).toContain(`line 1 of journal ${journalId}: its journal is not there.`);
});

test('a seal that was taken out shows', async () => {
  const problems = await tamper(
    `create table kept_seal as select * from journal_seal where position = 2;
     delete from journal_seal where position = 2`,
    // The journal was sealed again meanwhile, at the end.
    `delete from journal_seal where journal_id in (select journal_id from kept_seal);
     insert into journal_seal select * from kept_seal;
     drop table kept_seal`,
  );
  expect(problems.join()).toMatch('Seals are missing before position 3.');
});

test('an old journal without a seal shows, and is sealed when somebody says so', async () => {
  const { kernel } = filled;
  const last = sql`select max(position) from journal_seal`;
  await kernel.database.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from journal_seal where position = (${last})`.execute(tx);
    await sql`update journal_seal set sealed_at = now() + interval '3 hours'
      where position = (${last})`.execute(tx);
  });
  kernel.clock.advance(2 * 3_600_000);
  const { problems } = await verifyLedger(kernel);
  expect(problems).toEqual(['1 journals older than an hour have no seal.']);
  expect(await sealJournals(kernel, { isComplete: true })).toBe(1);
  expect((await verifyLedger(kernel)).problems).toEqual([]);
});

test('of several sealers at once each journal is sealed once', async () => {
  await ledger.post(
    db(),
    deposit({
      accountId: 1,
      amount: amountOf('1.00', 'USD'),
      actor: 'test',
      idempotencyKey: String(++keys),
      provider: 'sandbox',
    }),
  );
  const sealed = await Promise.all(Array.from({ length: 5 }, () => sealJournals(filled.kernel)));
  expect(sealed.reduce((sum, count) => sum + count, 0)).toBe(1);
});

test('the nightly check mails nobody when all is well, and finance when it is not', async () => {
  const { jobs } = filled.kernel;
  await makeAccount(filled.kernel, { email: 'finance@example.com', roles: ['finance'] });
  await makeAccount(filled.kernel, { email: 'sales@example.com', roles: ['sales'] });
  const recipients = async () =>
    (await db().selectFrom('mail').select('to_address').orderBy('to_address').execute()).map(
      ({ to_address }) => to_address,
    );
  const runVerify = () => jobs.send(db(), 'ledger.verify', {}).then(() => jobs.runNext());
  await runVerify();
  expect(await recipients()).toEqual([]);
  const set = (amount: string) =>
    `update posting set amount = ${amount} where journal_id = '${journalId}' and line = 1`;
  await filled.kernel.database.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql.raw(set('11')).execute(tx);
  });
  await runVerify();
  expect(await recipients()).toEqual(['alert@example.com', 'finance@example.com']);
});

test('holds are released when their time is over', async () => {
  const { kernel } = filled;
  const details = { accountId: 2, amount: amountOf('10.00', 'USD'), actor: 'test' };
  const key = () => ({ idempotencyKey: String(++keys) });
  await ledger.post(db(), deposit({ ...details, ...key(), provider: 'sandbox' }));
  const expiresAt = new Date(kernel.clock.now().getTime() + 60_000);
  const hold = await ledger.hold(db(), { ...details, ...key(), expiresAt });
  await kernel.jobs.runSchedule('ledger.release_holds');
  expect((await ledger.balances(db(), 2))[0]?.available.minor).toBe(0n);
  kernel.clock.advance(60_000);
  await kernel.jobs.runSchedule('ledger.release_holds');
  expect((await ledger.balances(db(), 2))[0]?.available.minor).toBe(1000n);
  await expect(
    ledger.capture(db(), hold.id, charge({ ...details, ...key() })),
  ).rejects.toMatchObject({ status: 'released' });
});
