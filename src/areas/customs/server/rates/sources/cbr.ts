// The Bank of Russia, XML_daily.asp: roubles for a nominal of units, with decimal commas. The date
// is the day from which the rates are in force, so the file of an evening is of the next day.
import { checkQuotations, elements, elementText, type Quotation, readDay } from './quotation.ts';

const title = 'Bank of Russia';

export function readCbr(text: string): Quotation[] {
  const date = readDay(/<ValCurs\s[^>]*Date="([^"]*)"/.exec(text)?.[1]);
  const rows = elements(text, 'Valute').map((valute) => ({
    base: elementText(valute, 'CharCode'),
    currency: 'RUB',
    units: elementText(valute, 'Nominal'),
    rate: elementText(valute, 'Value')?.replace(',', '.'),
    date,
  }));
  return checkQuotations(title, rows);
}
