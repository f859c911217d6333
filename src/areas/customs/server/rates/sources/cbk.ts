// The Central Bank of Kenya, the table of its page of rates as JSON: `["19/03/2026","JPY
// (100)","81.2000"]` is shillings for 100 yen. "KES / USHS" is Ugandan shillings for one shilling.
import { checkQuotations, type Quotation, readDay, readJson } from './quotation.ts';

const title = 'Central Bank of Kenya';

const codes: Record<string, string> = {
  'US DOLLAR': 'USD',
  'STG POUND': 'GBP',
  EURO: 'EUR',
  'SA RAND': 'ZAR',
  'AE DIRHAM': 'AED',
  'CAN $': 'CAD',
  'S FRANC': 'CHF',
  JPY: 'JPY',
  'SW KRONER': 'SEK',
  'NOR KRONER': 'NOK',
  'DAN KRONER': 'DKK',
  'IND RUPEE': 'INR',
  'HONGKONG DOLLAR': 'HKD',
  'SINGAPORE DOLLAR': 'SGD',
  'SAUDI RIYAL': 'SAR',
  'CHINESE YUAN': 'CNY',
  'AUSTRALIAN $': 'AUD',
  USHS: 'UGX',
  TSHS: 'TZS',
  RWF: 'RWF',
  BIF: 'BIF',
};

export function readCbk(text: string): Quotation[] {
  const file = readJson(title, text) as { data?: unknown } | null;
  if (!Array.isArray(file?.data)) throw new Error(`${title}: the response is no table.`);
  const rows = file.data.filter(Array.isArray).map(([day, name, rate]) => {
    const [, label, units = '1'] = /^(.*?)\s*(?:\((\d+)\))?$/.exec(String(name).trim())!;
    const quoted = codes[label!.replace(/^KES\s*\/\s*/, '')];
    const pair = label!.startsWith('KES')
      ? { base: 'KES', currency: quoted }
      : { base: quoted, currency: 'KES' };
    return { ...pair, units, rate, date: readDay(String(day)) };
  });
  return checkQuotations(title, rows);
}
