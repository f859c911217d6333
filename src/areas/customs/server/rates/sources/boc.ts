// The Bank of Canada, Valet: `{"d":"2026-03-18","FXUSDCAD":{"v":"1.3706"}}`, dollars for one
// unit of the currency in the name.
import { checkQuotations, type Quotation, readJson, readRows } from './quotation.ts';

const title = 'Bank of Canada';

export function readBoc(text: string): Quotation[] {
  const file = readJson(title, text) as { observations?: unknown } | null;
  const rows = readRows(title, file?.observations).flatMap(({ d: date, ...series }) =>
    Object.entries(series).map(([name, value]) => ({
      base: /^FX([A-Z]{3})CAD$/.exec(name)?.[1],
      currency: 'CAD',
      rate: (value as { v?: unknown } | null)?.v,
      date: String(date),
    })),
  );
  return checkQuotations(title, rows);
}
