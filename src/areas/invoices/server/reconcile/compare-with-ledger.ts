// Invoices less credit notes, and what waits for one, have to equal what the ledger posted to revenue: by account, currency
// and month. Every month since the first invoice is compared.
import { sumRevenue } from '#areas/ledger/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { type Amount, addAmounts, toAmount, toDecimalText, zero } from '#lib/money.ts';
import type { Invoices } from '../invoices-area.ts';
import { sumInvoices } from '../issue/invoice-store.ts';
import { sumWaiting } from '../issue/waiting-store.ts';

export type Difference = {
  /** Such as 2026-10, in UTC. */
  month: string;
  accountId: number;
  invoiced: Amount;
  revenue: Amount;
};

/** Differences are listed up to this number. */
const differencesMax = 100;

const monthAfter = (at: Date): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));

async function compareMonth(db: Db, from: Date, until: Date): Promise<Difference[]> {
  const invoiced = new Map<string, Amount>();
  const revenue = new Map<string, Amount>();
  for (const { account_id, currency, gross } of await sumInvoices(db, from, until))
    invoiced.set(`${account_id} ${currency}`, toAmount(gross, currency));
  // What waits for the country of its customer is accounted for: it is listed for staff.
  for (const { account_id, currency, gross } of await sumWaiting(db, from, until)) {
    const key = `${account_id} ${currency}`;
    const known = invoiced.get(key) ?? zero(currency);
    invoiced.set(key, addAmounts(known, toAmount(gross, currency)));
  }
  for (const { accountId, amount } of await sumRevenue(db, from, until))
    revenue.set(`${accountId} ${amount.currency}`, amount);
  return [...new Set([...invoiced.keys(), ...revenue.keys()])].flatMap((key) => {
    const [account, currency] = key.split(' ') as [string, string];
    const one = {
      month: from.toISOString().slice(0, 7),
      accountId: Number(account),
      invoiced: invoiced.get(key) ?? zero(currency),
      revenue: revenue.get(key) ?? zero(currency),
    };
    return one.invoiced.minor === one.revenue.minor ? [] : [one];
  });
}

/** In one snapshot a month; journals that were posted after `until` are left out. */
export async function compareWithLedger(
  { kernel, seller }: Invoices,
  until: Date,
): Promise<Difference[]> {
  const since = new Date(`${seller.invoicesSince}T00:00:00Z`);
  const found: Difference[] = [];
  let from = since;
  while (from < until && found.length < differencesMax) {
    const end = monthAfter(from);
    const last = end < until ? end : until;
    const start = from;
    const differences = await kernel.work.write((tx) => compareMonth(tx, start, last), {
      isolationLevel: 'repeatable read',
    });
    found.push(...differences);
    from = end;
  }
  return found.slice(0, differencesMax);
}

export const describeDifference = ({ month, accountId, invoiced, revenue }: Difference): string =>
  `${month}, account ${accountId}: invoices of ${toDecimalText(invoiced)} and revenue of ${toDecimalText(revenue)} ${revenue.currency}.`;
