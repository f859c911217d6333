// The National Bank of Poland, table A: zlotys for one unit.
import { checkQuotations, type Quotation, readJson, readRows } from './quotation.ts';

const title = 'National Bank of Poland';

export const readNbp = (text: string): Quotation[] =>
  checkQuotations(
    title,
    readRows(title, readJson(title, text)).flatMap(({ effectiveDate, rates }) =>
      readRows(title, rates).map(({ code, mid }) => ({
        base: code,
        currency: 'PLN',
        rate: mid,
        date: String(effectiveDate),
      })),
    ),
  );
