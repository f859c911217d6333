// The euro reference rates of the European Central Bank, of a day or of the last 90:
// `<Cube time='2026-11-20'><Cube currency='USD' rate='1.0876'/>`.
import { checkQuotations, type Quotation } from './quotation.ts';

const title = 'European Central Bank';
const dayPattern = /<Cube\s+time=['"](\d{4}-\d\d-\d\d)['"]\s*>([\s\S]*?)<\/Cube>/g;
const ratePattern = /<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"]([\d.]+)['"]/g;

export function readEcb(text: string): Quotation[] {
  const rows = [...text.matchAll(dayPattern)].flatMap(([, date, day]) =>
    [...day!.matchAll(ratePattern)].map(([, currency, rate]) => ({
      base: 'EUR',
      currency,
      rate,
      date: date!,
    })),
  );
  return checkQuotations(title, rows);
}
