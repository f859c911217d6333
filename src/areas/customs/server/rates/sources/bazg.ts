// The Swiss Federal Office for Customs and Border Security: francs for the units in `waehrung`.
// `gueltigkeit` lists the days that the rates are valid for, the ones after the day of the file.
import { checkQuotations, elements, elementText, type Quotation, readDay } from './quotation.ts';

const title = 'Federal Office for Customs and Border Security';

export function readBazg(text: string): Quotation[] {
  const days = (elementText(text, 'gueltigkeit') ?? '').split(',').map(readDay).sort();
  const rows = elements(text, 'devise').map((devise) => {
    const [units, base] = (elementText(devise, 'waehrung') ?? '').split(/\s+/);
    const rate = elementText(devise, 'kurs');
    return { base, currency: 'CHF', units, rate, date: days[0]!, validUntil: days.at(-1)! };
  });
  return checkQuotations(title, rows);
}
