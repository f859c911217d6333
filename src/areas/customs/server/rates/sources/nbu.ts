// The National Bank of Ukraine, `exchange?json`: hryvnias for one unit. Its newer interface quotes
// some currencies for several `units`.
import { checkQuotations, type Quotation, readDay, readJson, readRows } from './quotation.ts';

const title = 'National Bank of Ukraine';

export const readNbu = (text: string): Quotation[] =>
  checkQuotations(
    title,
    readRows(title, readJson(title, text)).map(({ cc, rate, units, exchangedate }) => ({
      base: cc,
      currency: 'UAH',
      units: units ?? '1',
      rate,
      date: readDay(String(exchangedate)),
    })),
  );
