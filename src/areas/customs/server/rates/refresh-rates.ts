// Fetches a bank's daily rates and checks them: a jump of more than 20 % is more likely a broken
// file than a market movement, until the bank has published the same rate for some days.

import type { Kernel } from '#kernel/kernel.ts';
import { Decimal } from '#lib/decimal.ts';
import { secondMs } from '#lib/durations.ts';
import { insertRates, insertRefusals, listRefusals, type RateRow } from './rate-store.ts';
import { type DayRate, type DayRates, type Rates, readRates } from './rates.ts';

type FetchedRates = { date: string; perEuro: Record<string, string> };

const jumpMax = 0.2;
const refusalDays = 3;
const timeoutMs = 20 * secondMs;
const bodyCharsMax = 1_000_000;

/** Does nothing without RATES_URL. Throws if the response contains no rates. */
export async function refreshRates(
  { config, work, log }: Pick<Kernel, 'config' | 'work' | 'log'>,
  rates: Rates,
): Promise<{ kept: number; refused: string[] }> {
  if (!config.RATES_URL) return { kept: 0, refused: [] };
  const response = await fetch(config.RATES_URL, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`The rates request failed with status ${response.status}.`);
  const text = (await response.text()).slice(0, bodyCharsMax);
  const fetched = config.RATES_FORMAT === 'frankfurter' ? readFrankfurter(text) : readEcb(text);
  const { date } = fetched;
  const known = await work.read(async (db) => ({
    rates: await readRates(db, date),
    refusals: await listRefusals(db, date, refusalDays),
  }));
  const { accepted, refused } = screenRates(fetched, known, new URL(config.RATES_URL).host);
  const currencies = refused.map(({ currency }) => currency);
  if (refused.length > 0) log.error({ refused: currencies, date }, 'exchange rates jumped');
  await work.write(async (tx) => {
    if (refused.length > 0) await insertRefusals(tx, refused);
    if (accepted.length > 0) await insertRates(tx, accepted);
  });
  rates.clear();
  return { kept: accepted.length, refused: currencies };
}

/** The ECB's daily file: `<Cube time='2026-11-20'><Cube currency='USD' rate='1.0876'/>`. */
export function readEcb(text: string): FetchedRates {
  const date = /<Cube\s+time=['"](\d{4}-\d\d-\d\d)['"]/.exec(text)?.[1];
  const pairs = text.matchAll(/<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"]([\d.]+)['"]/g);
  const perEuro = Object.fromEntries([...pairs].map(([, code, rate]) => [code, rate]));
  return checkRates({ date, perEuro });
}

/** The format of Frankfurter: `{"base":"EUR","date":"2026-11-20","rates":{"USD":1.0876}}`. */
export function readFrankfurter(text: string): FetchedRates {
  const { base, date, rates } = JSON.parse(text) as Record<string, unknown>;
  if (base !== 'EUR') throw new Error('The rates are not against the euro.');
  const entries = Object.entries((rates ?? {}) as Record<string, unknown>);
  const perEuro = Object.fromEntries(entries.map(([code, rate]) => [code, String(rate)]));
  return checkRates({ date, perEuro });
}

function checkRates({
  date,
  perEuro,
}: {
  date: unknown;
  perEuro: Record<string, unknown>;
}): FetchedRates {
  const entries = Object.entries(perEuro).filter(
    ([code, rate]) =>
      /^[A-Z]{3}$/.test(code) && /^\d+(\.\d+)?$/.test(String(rate)) && Number(rate) > 0,
  );
  if (typeof date !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(date) || entries.length === 0)
    throw new Error('The response contains no dated rates.');
  return { date, perEuro: Object.fromEntries(entries) as Record<string, string> };
}

/** The last rates, and the recent refusals of each currency. */
type KnownRates = { rates: DayRates; refusals: readonly RateRow[] };

/**
 * A currency whose rate jumped keeps its last rate until the new one was refused on three days: by
 * then the market has moved.
 */
export function screenRates(
  { date, perEuro }: FetchedRates,
  { rates, refusals }: KnownRates,
  source: string,
): { accepted: RateRow[]; refused: RateRow[] } {
  const accepted: RateRow[] = [];
  const refused: RateRow[] = [];
  for (const [currency, rate] of Object.entries(perEuro)) {
    const row = { currency, rateDate: date, perEuro: rate, source };
    const last = rates.get(currency);
    const isAccepted = !last || !hasJumped(last.perEuro, rate) || isConfirmed(row, last, refusals);
    (isAccepted ? accepted : refused).push(row);
  }
  return { accepted, refused };
}

const hasJumped = (before: string | Decimal, after: string): boolean =>
  new Decimal(after).div(before).minus(1).abs().gt(jumpMax);

function isConfirmed(row: RateRow, last: DayRate, refusals: readonly RateRow[]): boolean {
  const same = refusals.filter(
    ({ currency, rateDate, perEuro }) =>
      currency === row.currency && rateDate > last.date && !hasJumped(perEuro, row.perEuro),
  );
  return same.length >= refusalDays;
}
