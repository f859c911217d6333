// The Reserve Bank of Australia, table F11.1 as CSV: units for one Australian dollar. The row of
// units names the currencies; `Index` is the trade-weighted index.
import { parse } from 'csv-parse/sync';
import { checkQuotations, type Quotation, readNamedDay } from './quotation.ts';

const title = 'Reserve Bank of Australia';

export function readRba(text: string): Quotation[] {
  const rows: string[][] = parse(text, {
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  const codes = rows.find(([name]) => name === 'Units');
  if (!codes) throw new Error(`${title}: the response is not table F11.1.`);
  const days = rows.filter(([day]) => readNamedDay(day) !== '');
  return checkQuotations(
    title,
    days.flatMap(([day, ...rates]) =>
      rates.map((rate, at) => ({
        base: 'AUD',
        currency: codes[at + 1],
        rate,
        date: readNamedDay(day),
      })),
    ),
  );
}
