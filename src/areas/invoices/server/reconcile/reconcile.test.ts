import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import {
  chargeWallet,
  createInvoice,
  germanCompany,
  issueInvoices,
  returnMoney,
  saveProfile,
} from '#test/factories/invoices.ts';
import { dayMs } from '#test/factories/subscriptions.ts';
import { useApp } from '#test/harness.ts';
import { findByNumber, insertInvoice } from '../issue/invoice-store.ts';
import { replaceInvoice } from '../issue/replace-invoice.ts';
import { compareWithLedger, describeDifference } from './compare-with-ledger.ts';
import { readHealth } from './nightly-check.ts';

const t = useApp();
const later = () => new Date(t.clock.now().getTime() + dayMs);
const compare = () => compareWithLedger(t.areas.invoices, later());

// Every test leaves invoices and ledger in agreement.
afterEach(async () => {
  expect(await compare()).toEqual([]);
});

/** An invoice that no journal asked for. */
async function forgeInvoice(number: string) {
  const db = t.kernel.database.write;
  const { content, ...row } = (await findByNumber(db, number))!;
  const forged = `${number.slice(0, 9)}999999`;
  await t.kernel.work.write((tx) =>
    insertInvoice(tx, { ...row, id: createId(), number: forged, journal_id: null, content }),
  );
  return forged;
}

/** As somebody with the rights of the database's owner could. */
async function removeInvoice(number: string) {
  const db = t.kernel.database.write;
  await sql`alter table invoice disable trigger invoice_stays`.execute(db);
  await sql`delete from invoice where number = ${number}`.execute(db);
  await sql`alter table invoice enable trigger invoice_stays`.execute(db);
}

describe('invoices less credit notes', () => {
  test('equal the revenue over months, after returns and replacements', async () => {
    const who = await t.signIn('months@example.com');
    const { journalId, number } = await createInvoice(t, who, '79.00');
    t.clock.advance(31 * dayMs);
    await returnMoney(t, who, journalId, '13.37');
    await createInvoice(t, await t.signIn(who.email), '0.01');
    t.clock.advance(31 * dayMs);
    await saveProfile(t, await t.signIn(who.email), germanCompany);
    const audit = { record: async () => undefined };
    await t.kernel.work.write((tx) =>
      replaceInvoice(t.areas.invoices, tx, audit as never, { number, reason: 'A new address' }),
    );
    await returnMoney(t, who, journalId, '65.63');
    await issueInvoices(t);
    const { rows } = await sql<{ gross: string }>`
      select sum(case kind when 'invoice' then gross else -gross end)::numeric(20,2) as gross
      from invoice where account_id = ${who.accountId}`.execute(t.kernel.database.write);
    expect(rows[0]!.gross).toBe('0.01');
  });

  test('differ by a charge without an invoice', async () => {
    const who = await t.signIn('missing@example.com');
    await chargeWallet(t, who, '19.00');
    const [difference] = await compare();
    expect(describeDifference(difference!)).toBe(
      `${t.clock.now().toISOString().slice(0, 7)}, account ${who.accountId}: invoices of 0.00 and revenue of 19.00 USD.`,
    );
    await issueInvoices(t);
  });

  test('differ by an invoice without a charge', async () => {
    const who = await t.signIn('forged@example.com');
    const { number } = await createInvoice(t, who, '19.00');
    const forged = await forgeInvoice(number);
    expect(await compare()).toMatchObject([
      { accountId: who.accountId, invoiced: { minor: 3800n }, revenue: { minor: 1900n } },
    ]);
    await removeInvoice(forged);
  });
});

describe('the nightly check', () => {
  test('issues what is missing, and says that all is well', async () => {
    const who = await t.signIn('night@example.com');
    await chargeWallet(t, who, '19.00');
    await t.jobs.runSchedule('invoices.check');
    expect(await readHealth(t.areas.invoices)).toMatchObject({ state: 'ok' });
  });

  test('reports a difference to staff, by mail and on the screen of the system', async () => {
    const who = await t.signIn('differs@example.com');
    await t.signIn('finance@example.com', { roles: ['finance'] });
    const { number } = await createInvoice(t, who, '19.00');
    const forged = await forgeInvoice(number);
    t.clock.advance(dayMs / 24);
    await t.jobs.runSchedule('invoices.check');
    const parts = await t.kernel.checks.readAll();
    expect(parts.find(({ name }) => name === 'invoices')).toMatchObject({
      title: 'Invoices and ledger',
      state: 'down',
      message: expect.stringContaining(`account ${who.accountId}`),
    });
    const [mail] = await t.mails('finance@example.com');
    expect(mail).toMatchObject({ kind: 'invoices.alert', subject: 'Invoices and ledger differ' });
    await removeInvoice(forged);
    t.clock.advance(dayMs);
    await t.jobs.runSchedule('invoices.check');
    expect(await readHealth(t.areas.invoices)).toMatchObject({ state: 'ok' });
  });

  test('warns when it has not run for two days', async () => {
    await t.jobs.runSchedule('invoices.check');
    t.clock.advance(3 * dayMs);
    expect(await readHealth(t.areas.invoices)).toMatchObject({ state: 'warning' });
  });
});
