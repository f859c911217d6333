// The built-in exchange rates: a dated snapshot, for display only. Charges use the rates of the
// payment provider.
import { Decimal } from './decimal.ts';
import snapshot from './rates.snapshot.json' with { type: 'json' };

/** `rate` is decimal text with 18 significant digits: units of `to` per unit of `from`. */
export type Rate = { from: string; to: string; rate: string; source: string; at: Date };

const perBase: ReadonlyMap<string, string> = new Map(Object.entries(snapshot.rates));
const significantDigits = 18;

/** The start (UTC) of the snapshot's day. */
export const snapshotAt: Date = new Date(`${snapshot.date}T00:00:00Z`);

/** Null when the snapshot lacks one of the currencies. Codes are those of `currencies.ts`. */
export function snapshotRate(from: string, to: string): Rate | null {
  const one = perBase.get(from);
  const other = perBase.get(to);
  if (one === undefined || other === undefined) return null;
  const rate = new Decimal(other).div(one).toSignificantDigits(significantDigits).toFixed();
  return { from, to, rate, source: snapshot.source, at: snapshotAt };
}
