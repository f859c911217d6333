// Sources that write JSON.
import {
  computeCost,
  computePrice,
  dotted,
  foreign,
  lastWorkday,
  listWorkdays,
  workdaysSince,
} from './market.ts';
import { isoDay, type Publication } from './publication.ts';

const type = 'application/json; charset=utf-8';

const frankfurterDay = (day: string) =>
  Object.fromEntries(foreign('EUR').map((code) => [code, computePrice(code, 'EUR', day)]));

const nbpTable = (day: string) => ({
  table: 'A',
  no: `${day.slice(5, 7)}${day.slice(8)}/A/NBP/${day.slice(0, 4)}`,
  effectiveDate: day,
  rates: foreign('PLN').map((code) => ({
    currency: code,
    code,
    mid: computeCost(code, 'PLN', day),
  })),
});
/** More than 67 tables are refused. */
const tablesMax = 67;

export const jsonPublications: readonly Publication[] = [
  {
    address: /^api\.frankfurter\.dev\/v1\/(latest|\d{4}-\d\d-\d\d\.\.)$/,
    query: { base: /^[A-Z]{3}$/, symbols: /^[A-Z,]+$/ },
    type,
    write: ({ path, today }) => {
      const from = /(\d{4}-\d\d-\d\d)\.\.$/.exec(path)?.[1];
      const day = lastWorkday(today);
      if (!from)
        return JSON.stringify({ amount: 1, base: 'EUR', date: day, rates: frankfurterDay(day) });
      const rates = workdaysSince(from, today).map((one) => [one, frankfurterDay(one)]);
      const period = { start_date: from, end_date: day };
      return JSON.stringify({
        amount: 1,
        base: 'EUR',
        ...period,
        rates: Object.fromEntries(rates),
      });
    },
  },
  {
    // Without `json` it writes XML.
    address: /^bank\.gov\.ua\/NBUStatService\/v1\/statdirectory\/exchange$/,
    query: { json: /^$/, date: /^\d{8}$/, valcode: /^[A-Z]{3}$/ },
    required: ['json'],
    type,
    write: ({ today }) =>
      JSON.stringify(
        foreign('UAH').map((cc) => ({
          r030: 840,
          txt: 'Валюта',
          rate: computeCost(cc, 'UAH', today),
          cc,
          exchangedate: dotted(today),
        })),
      ),
  },
  {
    address: /^nbg\.gov\.ge\/gw\/api\/ct\/monetarypolicy\/currencies\/(en|ka)\/json\/$/,
    query: { date: isoDay },
    type,
    write: ({ today }) =>
      JSON.stringify([
        {
          date: `${today}T00:00:00.000Z`,
          currencies: foreign('GEL').map((code) => ({
            code,
            quantity: code === 'JPY' ? 100 : 1,
            rate: computeCost(code, 'GEL', today, code === 'JPY' ? 100 : 1),
          })),
        },
      ]),
  },
  {
    address: /^www\.centralbank\.go\.ke\/wp-admin\/admin-ajax\.php$/,
    method: 'POST',
    query: { action: /^get_wdtable$/, table_id: /^193$/ },
    required: ['action', 'table_id'],
    form: ['draw', 'start', 'length'],
    type,
    write: ({ today }) => {
      const day = dotted(lastWorkday(today), '/');
      const rows = [
        [day, 'US DOLLAR', computeCost('USD', 'KES', today).toFixed(4)],
        [day, 'JPY (100)', computeCost('JPY', 'KES', today, 100).toFixed(4)],
      ];
      return JSON.stringify({ draw: 1, recordsTotal: '2', data: rows });
    },
  },
  {
    address: /^www\.cbn\.gov\.ng\/api\/GetAllExchangeRates$/,
    type,
    write: ({ today }) =>
      JSON.stringify(
        listWorkdays(today, 5).map((ratedate) => ({
          currency: 'US DOLLAR ',
          ratedate,
          centralrate: String(computeCost('USD', 'NGN', ratedate)),
        })),
      ),
  },
  {
    address: /^www\.bankofcanada\.ca\/valet\/observations\/group\/FX_RATES_DAILY\/json$/,
    query: { start_date: isoDay, end_date: isoDay, recent: /^\d+$/ },
    type,
    write: ({ query, today }) =>
      JSON.stringify({
        observations: workdaysSince(query.get('start_date') ?? '2017-01-03', today).map((d) => ({
          d,
          ...Object.fromEntries(
            foreign('CAD').map((code) => [
              `FX${code}CAD`,
              { v: String(computeCost(code, 'CAD', d)) },
            ]),
          ),
        })),
      }),
  },
  {
    address: /^api\.nbp\.pl\/api\/exchangerates\/tables\/A\/(last\/\d+\/)?$/,
    query: { format: /^(json|xml)$/ },
    // Without it the header `Accept` decides, which `fetch` leaves open.
    required: ['format'],
    type,
    write: ({ path, today }) => {
      const count = Number(/last\/(\d+)/.exec(path)?.[1] ?? 1);
      if (count > tablesMax) return null;
      return JSON.stringify(listWorkdays(today, count).reverse().map(nbpTable));
    },
  },
];
