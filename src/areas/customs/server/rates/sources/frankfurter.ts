// Frankfurter passes on the rates of the European Central Bank as JSON, of a day or of several:
// `{"base":"EUR","date":"2026-11-20","rates":{"USD":1.0876}}`; of several, `rates` is by day.
import { checkQuotations, type Quotation, readJson } from './quotation.ts';

const title = 'Frankfurter';

export function readFrankfurter(text: string): Quotation[] {
  const file = readJson(title, text) as Record<string, unknown> | null;
  if (file?.base !== 'EUR') throw new Error(`${title}: the rates are not against the euro.`);
  const rates = (file.rates ?? {}) as Record<string, unknown>;
  const days = typeof file.date === 'string' ? { [file.date]: rates } : rates;
  const rows = Object.entries(days).flatMap(([date, byCode]) =>
    Object.entries(byCode ?? {}).map(([currency, rate]) => ({ base: 'EUR', currency, rate, date })),
  );
  return checkQuotations(title, rows);
}
