// The daily rates of a bank, checked before they are believed: a jump of more than 20 % in a day is
// more likely a broken file than a market.
import { Decimal } from '#lib/decimal.ts';
import type { Kernel } from '#server/kernel.ts';
import { insertRates, listRatesAt, type RateRow } from './rate-store.ts';
import { isStale, type Rates } from './rates.ts';

type Fetched = { date: string; perEuro: Record<string, string> };

const jumpMax = 0.2;
const timeoutMs = 20_000;
const bodyCharsMax = 1_000_000;

/** Does nothing without RATES_URL. Throws when the bank does not answer with rates. */
export async function refreshRates(
  { config, database, log }: Kernel,
  rates: Rates,
): Promise<{ kept: number; refused: string[] }> {
  if (!config.RATES_URL) return { kept: 0, refused: [] };
  const response = await fetch(config.RATES_URL, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`The rates answered with status ${response.status}.`);
  const text = (await response.text()).slice(0, bodyCharsMax);
  const fetched = config.RATES_FORMAT === 'frankfurter' ? readFrankfurter(text) : readEcb(text);
  const before = await listRatesAt(database.write, fetched.date);
  const { rows, refused } = screen(fetched, before, new URL(config.RATES_URL).host);
  if (refused.length > 0) log.error({ refused, date: fetched.date }, 'exchange rates jumped');
  if (rows.length > 0) await insertRates(database.write, rows);
  rates.forget();
  return { kept: rows.length, refused };
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

/**
 * A currency that jumped keeps its last rate, with its own date, until that is stale: a source that
 * says the same for so long is not broken, the market has moved.
 */
export function screen(
  { date, perEuro }: Fetched,
  before: readonly RateRow[],
  source: string,
): { rows: RateRow[]; refused: string[] } {
  const last = new Map(before.map((row) => [row.currency, row]));
  const rows: RateRow[] = [];
  const refused: string[] = [];
  for (const [currency, rate] of Object.entries(perEuro)) {
    const old = last.get(currency);
    const jump = old ? new Decimal(rate).div(old.perEuro).minus(1).abs() : new Decimal(0);
    if (old && jump.gt(jumpMax) && !isStale(old.onDate, date)) refused.push(currency);
    else rows.push({ currency, onDate: date, perEuro: rate, source });
  }
  return { rows, refused };
}
