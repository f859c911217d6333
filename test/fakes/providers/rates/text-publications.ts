// Sources that write XML, tables or pages.
import {
  addDays,
  computeCost,
  computePrice,
  dotted,
  foreign,
  lastWorkday,
  listWorkdays,
  workdaysSince,
} from './market.ts';
import { isoDay, type Publication } from './publication.ts';

const xml = 'text/xml';
const csv = 'text/csv';

const ecbDays = (days: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"><gesmes:subject>Reference rates</gesmes:subject><Cube>${days
    .map(
      (day) =>
        `<Cube time="${day}">${foreign('EUR')
          .map((code) => `<Cube currency="${code}" rate="${computePrice(code, 'EUR', day)}"/>`)
          .join('')}</Cube>`,
    )
    .join('')}</Cube></gesmes:Envelope>`;

/** `12/11/2026` as `2026-11-12`. */
const fromSlashes = (text: string) => text.split('/').reverse().join('-');

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
/** `03-Nov-2026`. */
const named = (day: string, separator: string) =>
  [day.slice(8), months[Number(day.slice(5, 7)) - 1], day.slice(0, 4)].join(separator);
const lastOfMonth = (day: string): string =>
  addDays(addDays(`${day.slice(0, 7)}-28`, 4).replace(/\d\d$/, '01'), -1);

/** Of this month, and of the next one from the 24th on. */
function readMonth(path: string, today: string): string | null {
  const [, year, month] = /_(\d{4})-([1-9]|1[0-2])\./.exec(path) ?? [];
  if (!year || !month) return null;
  const first = `${year}-${month.padStart(2, '0')}-01`;
  return first <= addDays(today, 7) ? first : null;
}

const fedCodes: Readonly<Record<string, string>> = {
  DEXUSEU: 'EUR',
  DEXUSUK: 'GBP',
  DEXUSAL: 'AUD',
};
const fedRate = (series: string, day: string): string | number =>
  series in fedCodes
    ? computeCost(fedCodes[series]!, 'USD', day)
    : series === 'DEXJPUS'
      ? computePrice('JPY', 'USD', day)
      : '.';

const item = (values: Record<string, string | number>) =>
  Object.entries(values)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('');

export const textPublications: readonly Publication[] = [
  {
    address: /^www\.ecb\.europa\.eu\/stats\/eurofxref\/eurofxref-(daily|hist-90d)\.xml$/,
    type: xml,
    write: ({ path, today }) => ecbDays(listWorkdays(today, path.includes('90d') ? 62 : 1)),
  },
  {
    address: /^www\.cbr\.ru\/scripts\/XML_daily\.asp$/,
    query: { date_req: /^\d\d\/\d\d\/\d{4}$/ },
    type: 'application/xml; charset=windows-1251',
    charset: 'windows-1251',
    guard: 'ddos-guard',
    write: ({ query, today }) => {
      const day = lastWorkday(fromSlashes(query.get('date_req') ?? dotted(today, '/')));
      const valutes = foreign('RUB').map((code) => {
        const value = String(computeCost(code, 'RUB', day, code === 'JPY' ? 100 : 1)).replace(
          '.',
          ',',
        );
        const nominal = code === 'JPY' ? 100 : 1;
        return `<Valute ID="R${code}">${item({ CharCode: code, Nominal: nominal, Name: 'Валюта', Value: value })}</Valute>`;
      });
      return `<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="${dotted(day)}" name="Foreign Currency Market">${valutes.join('')}</ValCurs>`;
    },
  },
  {
    address: /^nationalbank\.kz\/rss\/get_rates\.cfm$/,
    query: { fdate: /^\d\d\.\d\d\.\d{4}$/ },
    required: ['fdate'],
    type: xml,
    write: ({ query }) => {
      const day = query.get('fdate')!.split('.').reverse().join('-');
      const items = foreign('KZT').map(
        (title) =>
          `<item>${item({ title, description: computeCost(title, 'KZT', day), quant: 1 })}</item>`,
      );
      return `<rates>${item({ title: 'Rates', description: 'Official', date: dotted(day) })}${items.join('')}</rates>`;
    },
  },
  {
    address: /^nationalbank\.kz\/rss\/rates_all\.xml$/,
    type: xml,
    write: ({ today }) => {
      const items = foreign('KZT').map(
        (title) =>
          `<item>${item({ title, pubDate: dotted(today), description: computeCost(title, 'KZT', today), quant: 1 })}</item>`,
      );
      return `<rss><channel><title>Rates</title>${items.join('')}</channel></rss>`;
    },
  },
  {
    address:
      /^www\.trade-tariff\.service\.gov\.uk\/api\/v2\/.+\/files\/monthly_csv_\d{4}-\d{1,2}\.csv$/,
    type: csv,
    write: ({ path, today }) => {
      const first = readMonth(path, today);
      if (!first) return null;
      const period = [first, lastOfMonth(first)].map((day) => dotted(day, '/')).join(',');
      const rows = foreign('GBP').map(
        (code) => `X,Y,${code},${computePrice(code, 'GBP', first)},${period}`,
      );
      return `Country/Territories,Currency,Currency Code,Currency Units per £1,Start date,End date\n${rows.join('\n')}`;
    },
  },
  {
    address:
      /^www\.trade-tariff\.service\.gov\.uk\/api\/v2\/.+\/files\/monthly_xml_\d{4}-\d{1,2}\.xml$/,
    type: xml,
    write: ({ path, today }) => {
      const first = readMonth(path, today);
      if (!first) return null;
      const period = [first, lastOfMonth(first)].map((day) => named(day, '/')).join(' to ');
      const rates = foreign('GBP').map((code) => {
        const rateNew = computePrice(code, 'GBP', first);
        return `<exchangeRate>${item({ currencyCode: code, rateNew })}</exchangeRate>`;
      });
      return `<exchangeRateMonthList Period="${period}">${rates.join('')}</exchangeRateMonthList>`;
    },
  },
  {
    address: /^www\.rba\.gov\.au\/statistics\/tables\/csv\/f11\.1-data\.csv$/,
    type: csv,
    write: ({ today }) => {
      const codes = foreign('AUD');
      const rows = listWorkdays(today, 30).map((day) =>
        [named(day, '-'), ...codes.map((code) => computePrice(code, 'AUD', day))].join(','),
      );
      return `\uFEFFF11.1  EXCHANGE RATES\nTitle,${codes.map((code) => `A$1=${code}`)}\nUnits,${codes}\n${rows.reverse().join('\n')}\n`;
    },
  },
  {
    address: /^www\.backend-rates\.bazg\.admin\.ch\/api\/xmldaily$/,
    query: { d: /^\d{8}$/, locale: /^(de|fr|it|en)$/ },
    type: xml,
    write: ({ query, today }) => {
      const day = query.get('d')?.replace(/^(....)(..)/, '$1-$2-') ?? today;
      const rates = foreign('CHF').map(
        (code) =>
          `<devise code="${code.toLowerCase()}">${item({ waehrung: `1 ${code}`, kurs: computeCost(code, 'CHF', day) })}</devise>`,
      );
      return `<wechselkurse>${item({ datum: dotted(day), gueltigkeit: dotted(addDays(day, 1)) })}${rates.join('')}</wechselkurse>`;
    },
  },
  {
    address: /^www\.centralbank\.ae\/umbraco\/Surface\/Exchange\/GetExchangeRateAllCurrency$/,
    type: 'text/html; charset=utf-8',
    write: ({ today }) =>
      `<p>Last updated:\r\n\r\nMonday ${named(today, ' ')} 06:05:15 PM</p><table><tr><td></td><td>US Dollar</td><td>${computeCost('USD', 'AED', today)}</td></tr></table>`,
  },
  {
    address: /^fred\.stlouisfed\.org\/graph\/fredgraph\.csv$/,
    query: { id: /^[A-Z]+(,[A-Z]+)*$/, cosd: isoDay, coed: isoDay },
    required: ['id'],
    type: csv,
    write: ({ query, today }) => {
      const series = query.get('id')!.split(',');
      const rows = workdaysSince(query.get('cosd') ?? '1971-01-04', addDays(today, -7)).map((day) =>
        [day, ...series.map((name) => fedRate(name, day))].join(','),
      );
      return `observation_date,${series}\n${rows.reverse().join('\n')}\n`;
    },
  },
];
