// The National Bank of Georgia: laris for a quantity of units. The day of the list is the one that
// the rates are valid from; the day of each rate is that of its publication.
import { checkQuotations, type Quotation, readJson, readRows } from './quotation.ts';

const title = 'National Bank of Georgia';

export function readNbg(text: string): Quotation[] {
  const rows = readRows(title, readJson(title, text)).flatMap(({ date, currencies }) =>
    readRows(title, currencies).map(({ code, quantity, rate }) => ({
      base: code,
      currency: 'GEL',
      units: quantity,
      rate,
      date: String(date).slice(0, 10),
    })),
  );
  return checkQuotations(title, rows);
}
