// The exchange rates that the product carries with it: dated, and good for showing what something
// is worth. What money is charged by comes from the provider that takes it.
import { Decimal } from './decimal.ts';
import snapshot from './rates.snapshot.json' with { type: 'json' };

/** `rate` is decimal text: units of `to` for one unit of `from`, to 18 significant digits. */
export type Rate = { from: string; to: string; rate: string; source: string; at: Date };

const perBase: ReadonlyMap<string, string> = new Map(Object.entries(snapshot.rates));
const significantDigits = 18;

export const snapshotSource: string = snapshot.source;
/** The start (UTC) of the day that the snapshot is of. */
export const snapshotAt: Date = new Date(`${snapshot.date}T00:00:00Z`);

/** Null when the snapshot lacks one of the currencies. Codes as in `currencies.ts`. */
export function snapshotRate(from: string, to: string): Rate | null {
  const one = perBase.get(from);
  const other = perBase.get(to);
  if (one === undefined || other === undefined) return null;
  const rate = new Decimal(other).div(one).toSignificantDigits(significantDigits).toFixed();
  return { from, to, rate, source: snapshot.source, at: snapshotAt };
}
