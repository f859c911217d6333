// The National Bank of Kazakhstan: tenges for `quant` units. `get_rates.cfm` names the day once,
// `rates_all.xml` in each item.
import { checkQuotations, elements, elementText, type Quotation, readDay } from './quotation.ts';

const title = 'National Bank of Kazakhstan';

export function readNbk(text: string): Quotation[] {
  const day = elementText(text, 'date');
  const rows = elements(text, 'item').map((item) => ({
    base: elementText(item, 'title'),
    currency: 'KZT',
    units: elementText(item, 'quant'),
    rate: elementText(item, 'description'),
    date: readDay(elementText(item, 'pubDate') ?? day),
  }));
  return checkQuotations(title, rows);
}
