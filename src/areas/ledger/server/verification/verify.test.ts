import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { hourMs, minuteMs } from '#lib/durations.ts';
import { toAmount } from '#lib/money.ts';
import { createAccount } from '#test/factories/accounts.ts';
import { useKernel } from '#test/test-kernel.ts';
import { charge, createLedger, deposit, type Ledger, ledgerJobs, verifyLedger } from '../index.ts';
import { sealJournals } from './seal.ts';

const filled = useKernel({ ALERT_EMAIL: 'alert@example.com' });
let ledger: Ledger;
let journalId = '';
let keys = 0;
const db = () => filled.kernel.database.write;

beforeAll(() => {
  ledger = createLedger(filled.kernel);
  ledgerJobs(filled.kernel);
});

beforeEach(async () => {
  const details = () => ({
    accountId: 1,
    amount: toAmount('10.00', 'USD'),
    actor: 'test',
    idempotencyKey: String(++keys),
  });
  const posted = await ledger.post(db(), deposit({ ...details(), provider: 'sandbox' }));
  journalId = posted.journalId;
  await ledger.post(db(), charge(details()));
  await sealJournals(filled.kernel);
});

/** What a superuser of the database can do. */
const asTamperer = (text: string) =>
  filled.kernel.database.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql.raw(text).execute(tx);
  });

/** The problems found after a manipulation, which is then undone. */
async function tamper(statement: string, undo: string): Promise<string[]> {
  await asTamperer(statement);
  const { problems } = await verifyLedger(filled.kernel);
  await asTamperer(undo);
  expect((await verifyLedger(filled.kernel)).problems).toEqual([]);
  return problems;
}

test('a sound ledger has a zero trial balance in every currency', async () => {
  const report = await verifyLedger(filled.kernel);
  expect(report).toMatchObject({ isSound: true, problems: [], debts: 0 });
  expect(report.sealed).toBeGreaterThanOrEqual(2);
  expect(report.trialBalance.map(({ kind }) => kind)).toEqual([
    'provider_clearing',
    'revenue',
    'wallet_available',
  ]);
  for (const { sum } of report.trialBalance) expect(sum).toMatch(/^-?\d+\.\d\d$/);
});

test('a changed amount is found in sum, balance and seal', async () => {
  const set = (amount: string) =>
    `update posting set amount = ${amount} where journal_id = '${journalId}' and line = 1`;
  const problems = await tamper(set('11'), set('10'));
  expect(problems).toContain('The trial balance in USD is 1.00, not zero.');
  expect(problems).toContain(`journal ${journalId} in USD: its postings do not sum to zero.`);
  expect(problems.join()).toMatch(/wallet \d+: its balance is not the sum of its postings/);
  expect(problems.join()).toMatch(`Journal ${journalId} is not what was sealed`);
});

test('a changed description is found by the seal only', async () => {
  const set = (text: string) =>
    `update journal set description = '${text}' where id = '${journalId}'`;
  const problems = await tamper(set('changed'), set(''));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`Journal ${journalId} is not what was sealed`);
});

test('a changed balance row is found', async () => {
  const add = (amount: string) =>
    `update wallet_balance set balance = balance + ${amount}, held = held + ${amount}`;
  const problems = await tamper(add('5'), add('-5'));
  expect(problems.join()).toMatch('its balance is not the sum of its postings');
  expect(problems.join()).toMatch('its held amount is not the sum of its open holds');
});

test('a journal deleted from ledger and chain is found', async () => {
  const problems = await tamper(
    `create table saved_journal as select * from journal where id = '${journalId}';
     create table saved_posting as select * from posting where journal_id = '${journalId}';
     delete from posting where journal_id = '${journalId}';
     delete from journal where id = '${journalId}'`,
    `insert into journal select * from saved_journal;
     insert into posting select * from saved_posting;
     drop table saved_journal, saved_posting`,
  );
  expect(problems).toContain(`Journal ${journalId} was sealed and is gone.`);
});

test('postings without their journal are found', async () => {
  const problems = await tamper(
    `create table saved_journal as select * from journal where id = '${journalId}';
     delete from journal where id = '${journalId}'`,
    'insert into journal select * from saved_journal; drop table saved_journal',
  );
  expect(problems).toContain(`line 1 of journal ${journalId}: its journal is missing.`);
});

test('a deleted seal is found', async () => {
  const problems = await tamper(
    `create table saved_seal as select * from journal_seal where position = 1;
     delete from journal_seal where position = 1`,
    // The journal was sealed again meanwhile, at the end.
    `delete from journal_seal where journal_id in (select journal_id from saved_seal);
     insert into journal_seal select * from saved_seal;
     drop table saved_seal`,
  );
  expect(problems.join()).toMatch('Seals are missing before position 2.');
});

test('an old unsealed journal is found, and is sealed on request', async () => {
  const { kernel } = filled;
  const last = sql`select max(position) from journal_seal`;
  await kernel.database.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from journal_seal where position = (${last})`.execute(tx);
    await sql`update journal_seal set sealed_at = now() + interval '3 hours'
      where position = (${last})`.execute(tx);
  });
  kernel.clock.advance(2 * hourMs);
  const { problems } = await verifyLedger(kernel);
  expect(problems).toEqual(['1 journals older than an hour have no seal.']);
  expect(await sealJournals(kernel, { isComplete: true })).toBe(1);
  expect((await verifyLedger(kernel)).problems).toEqual([]);
});

test('several sealers at once seal each journal once', async () => {
  await ledger.post(
    db(),
    deposit({
      accountId: 1,
      amount: toAmount('1.00', 'USD'),
      actor: 'test',
      idempotencyKey: String(++keys),
      provider: 'sandbox',
    }),
  );
  const sealed = await Promise.all(Array.from({ length: 5 }, () => sealJournals(filled.kernel)));
  expect(sealed.reduce((sum, count) => sum + count, 0)).toBe(1);
});

test('the nightly check mails finance only if it finds problems', async () => {
  const { jobs } = filled.kernel;
  await createAccount(filled.kernel, { email: 'finance@example.com', roles: ['finance'] });
  await createAccount(filled.kernel, { email: 'sales@example.com', roles: ['sales'] });
  const recipients = async () =>
    (await db().selectFrom('mail').select('to_address').orderBy('to_address').execute()).map(
      ({ to_address }) => to_address,
    );
  const runVerify = () => jobs.send(db(), 'ledger.verify', {}).then(() => jobs.runNext());
  await runVerify();
  expect(await recipients()).toEqual([]);
  const set = (amount: string) =>
    `update posting set amount = ${amount} where journal_id = '${journalId}' and line = 1`;
  await asTamperer(set('11'));
  await runVerify();
  await asTamperer(set('10'));
  expect(await recipients()).toEqual(['alert@example.com', 'finance@example.com']);
});

test('expired holds are released', async () => {
  const { kernel } = filled;
  const details = { accountId: 2, amount: toAmount('10.00', 'USD'), actor: 'test' };
  const key = () => ({ idempotencyKey: String(++keys) });
  await ledger.post(db(), deposit({ ...details, ...key(), provider: 'sandbox' }));
  const expiresAt = new Date(kernel.clock.now().getTime() + minuteMs);
  const hold = await ledger.hold(db(), { ...details, ...key(), expiresAt });
  await kernel.jobs.runSchedule('ledger.release_holds');
  expect((await ledger.balances(db(), 2))[0]?.available.minor).toBe(0n);
  kernel.clock.advance(minuteMs);
  await kernel.jobs.runSchedule('ledger.release_holds');
  expect((await ledger.balances(db(), 2))[0]?.available.minor).toBe(1000n);
  await expect(
    ledger.capture(db(), hold.id, charge({ ...details, ...key() })),
  ).rejects.toMatchObject({ status: 'released' });
});
