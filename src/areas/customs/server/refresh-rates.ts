// The daily rates of a bank, checked before they are believed: a jump of more than 20 % is more likely
// a broken file than a market, until the bank has said the same on some days.

import type { Kernel } from '#kernel/kernel.ts';
import { Decimal } from '#lib/decimal.ts';
import { insertRates, insertRefusals, listRefusals, type RateRow } from './rate-store.ts';
import { type DayRate, type DayRates, type Rates, readRates } from './rates.ts';

type Fetched = { date: string; perEuro: Record<string, string> };

const jumpMax = 0.2;
const refusalDays = 3;
const timeoutMs = 20_000;
const bodyCharsMax = 1_000_000;

/** Does nothing without RATES_URL. Throws when the bank does not answer with rates. */
export async function refreshRates(
  { config, work, log }: Pick<Kernel, 'config' | 'work' | 'log'>,
  rates: Rates,
): Promise<{ kept: number; refused: string[] }> {
  if (!config.RATES_URL) return { kept: 0, refused: [] };
  const response = await fetch(config.RATES_URL, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`The rates answered with status ${response.status}.`);
  const text = (await response.text()).slice(0, bodyCharsMax);
  const fetched = config.RATES_FORMAT === 'frankfurter' ? readFrankfurter(text) : readEcb(text);
  const { date } = fetched;
  const known = await work.read(async (db) => ({
    rates: await readRates(db, date),
    refusals: await listRefusals(db, date, refusalDays),
  }));
  const { kept, refused } = screen(fetched, known, new URL(config.RATES_URL).host);
  const currencies = refused.map(({ currency }) => currency);
  if (refused.length > 0) log.error({ refused: currencies, date }, 'exchange rates jumped');
  await work.write(async (tx) => {
    if (refused.length > 0) await insertRefusals(tx, refused);
    if (kept.length > 0) await insertRates(tx, kept);
  });
  rates.forget();
  return { kept: kept.length, refused: currencies };
}

/** The ECB's daily file: `<Cube time='2026-11-20'><Cube currency='USD' rate='1.0876'/>`. */
export function readEcb(text: string): Fetched {
  const date = /<Cube\s+time=['"](\d{4}-\d\d-\d\d)['"]/.exec(text)?.[1];
  const pairs = text.matchAll(/<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"]([\d.]+)['"]/g);
  const perEuro = Object.fromEntries([...pairs].map(([, code, rate]) => [code, rate]));
  return checked({ date, perEuro });
}

/** Frankfurter's: `{"base":"EUR","date":"2026-11-20","rates":{"USD":1.0876}}`. */
export function readFrankfurter(text: string): Fetched {
  const { base, date, rates } = JSON.parse(text) as Record<string, unknown>;
  if (base !== 'EUR') throw new Error('The rates are not against the euro.');
  const given = Object.entries((rates ?? {}) as Record<string, unknown>);
  const perEuro = Object.fromEntries(given.map(([code, rate]) => [code, String(rate)]));
  return checked({ date, perEuro });
}

function checked({ date, perEuro }: { date: unknown; perEuro: Record<string, unknown> }): Fetched {
  const entries = Object.entries(perEuro).filter(
    ([code, rate]) =>
      /^[A-Z]{3}$/.test(code) && /^\d+(\.\d+)?$/.test(String(rate)) && Number(rate) > 0,
  );
  if (typeof date !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(date) || entries.length === 0)
    throw new Error('The answer holds no dated rates.');
  return { date, perEuro: Object.fromEntries(entries) as Record<string, string> };
}

/** What is known before a file is read: the last rates, and what was refused of each currency. */
type Known = { rates: DayRates; refusals: readonly RateRow[] };

/**
 * A currency that jumped keeps its last rate, with its own date, until the same was refused on
 * three days: a source that says it for so long is not broken, the market has moved.
 */
export function screen(
  { date, perEuro }: Fetched,
  { rates, refusals }: Known,
  source: string,
): { kept: RateRow[]; refused: RateRow[] } {
  const kept: RateRow[] = [];
  const refused: RateRow[] = [];
  for (const [currency, rate] of Object.entries(perEuro)) {
    const row = { currency, onDate: date, perEuro: rate, source };
    const last = rates.get(currency);
    const isBelieved = !last || !jumps(last.perEuro, rate) || isRepeated(row, last, refusals);
    (isBelieved ? kept : refused).push(row);
  }
  return { kept, refused };
}

const jumps = (before: string | Decimal, after: string): boolean =>
  new Decimal(after).div(before).minus(1).abs().gt(jumpMax);

function isRepeated(row: RateRow, last: DayRate, refusals: readonly RateRow[]): boolean {
  const same = refusals.filter(
    ({ currency, onDate, perEuro }) =>
      currency === row.currency && onDate > last.date && !jumps(perEuro, row.perEuro),
  );
  return same.length >= refusalDays;
}
