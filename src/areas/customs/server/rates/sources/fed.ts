// The noon buying rates of release H.10, which the Federal Reserve Bank of New York certifies for
// customs (31 U.S.C. 5151), as FRED passes them on: a CSV of a day and one column for each series.
import { parse } from 'csv-parse/sync';
import { checkQuotations, type Quotation } from './quotation.ts';

const title = 'Federal Reserve';

/** `DEXUS..` are dollars for one unit, the others units for one dollar. */
const codes: Record<string, string> = {
  DEXUSAL: 'AUD',
  DEXUSEU: 'EUR',
  DEXUSNZ: 'NZD',
  DEXUSUK: 'GBP',
  DEXBZUS: 'BRL',
  DEXCAUS: 'CAD',
  DEXCHUS: 'CNY',
  DEXDNUS: 'DKK',
  DEXHKUS: 'HKD',
  DEXINUS: 'INR',
  DEXJPUS: 'JPY',
  DEXKOUS: 'KRW',
  DEXMAUS: 'MYR',
  DEXMXUS: 'MXN',
  DEXNOUS: 'NOK',
  DEXSDUS: 'SEK',
  DEXSFUS: 'ZAR',
  DEXSIUS: 'SGD',
  DEXSLUS: 'LKR',
  DEXSZUS: 'CHF',
  DEXTAUS: 'TWD',
  DEXTHUS: 'THB',
};
export const fedSeries: readonly string[] = Object.keys(codes);

export function readFed(text: string): Quotation[] {
  const rows: string[][] = parse(text, {
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  const [names = [], ...days] = rows;
  if (!['observation_date', 'DATE'].includes(names[0] ?? ''))
    throw new Error(`${title}: the response is no table of series.`);
  return checkQuotations(
    title,
    days.flatMap(([date, ...rates]) =>
      rates.map((rate, at) => {
        const series = names[at + 1] ?? '';
        const code = codes[series];
        const isInDollars = series.startsWith('DEXUS');
        const pair = isInDollars ? [code, 'USD'] : ['USD', code];
        return { base: pair[0], currency: pair[1], rate, date: date! };
      }),
    ),
  );
}
