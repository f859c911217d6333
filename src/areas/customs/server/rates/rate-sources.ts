// Where exchange rates come from: who publishes them, at which addresses, when, and in what form.
import { dayMs } from '#lib/durations.ts';
import type { CustomsConfig } from '../config.ts';
import { readBazg } from './sources/bazg.ts';
import { readBoc } from './sources/boc.ts';
import { readCbk } from './sources/cbk.ts';
import { readCbn } from './sources/cbn.ts';
import { readCbr } from './sources/cbr.ts';
import { readCbuae } from './sources/cbuae.ts';
import { readEcb } from './sources/ecb.ts';
import { fedSeries, readFed } from './sources/fed.ts';
import { readFrankfurter } from './sources/frankfurter.ts';
import { readHmrc } from './sources/hmrc.ts';
import { readNbg } from './sources/nbg.ts';
import { readNbk } from './sources/nbk.ts';
import { readNbp } from './sources/nbp.ts';
import { readNbu } from './sources/nbu.ts';
import type { Quotation } from './sources/quotation.ts';
import { readRba } from './sources/rba.ts';

export type RateSourceId = CustomsConfig['RATES_SOURCES'][number];

export type RateSource = {
  title: string;
  /** The currency that is on one side of each of its quotations. */
  home: string;
  /** Tried in this order. `fillAddress` fills in the day. */
  urls: readonly string[];
  /** Fields of a POST request; without them it is a GET. */
  form?: Readonly<Record<string, string>>;
  /** UTF-8 by default. */
  charset?: string;
  read: (text: string) => Quotation[];
  /** UTC, as `HH:MM`: from then on a new file may be expected each day. */
  fetchAt: string;
  /** A rate of a month names its last day; one of a day holds until the next is published. */
  validity: 'day' | 'month';
  /** So many days may pass between two daily rates: weekends and holidays. */
  gapDaysMax: number;
};

const daily = { validity: 'day', gapDaysMax: 5 } as const;

export const rateSources: Record<RateSourceId, RateSource> = {
  ecb: {
    ...daily,
    title: 'European Central Bank',
    home: 'EUR',
    // The file of 90 days has the day of the monthly customs rate too.
    urls: [
      'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml',
      'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
    ],
    read: readEcb,
    fetchAt: '15:30',
  },
  frankfurter: {
    ...daily,
    title: 'European Central Bank, by Frankfurter',
    home: 'EUR',
    urls: ['https://api.frankfurter.dev/v1/{from}..', 'https://api.frankfurter.dev/v1/latest'],
    read: readFrankfurter,
    fetchAt: '16:00',
  },
  cbr: {
    ...daily,
    title: 'Bank of Russia',
    home: 'RUB',
    urls: [
      'https://www.cbr.ru/scripts/XML_daily.asp',
      'https://www.cbr.ru/scripts/XML_daily.asp?date_req={dd}/{mm}/{yyyy}',
    ],
    charset: 'windows-1251',
    read: readCbr,
    fetchAt: '13:00',
    // Nothing is published during the holidays of the New Year.
    gapDaysMax: 12,
  },
  nbu: {
    ...daily,
    title: 'National Bank of Ukraine',
    home: 'UAH',
    urls: ['https://bank.gov.ua/NBUStatService/v1/statdirectory/exchange?json'],
    read: readNbu,
    fetchAt: '14:00',
  },
  nbg: {
    ...daily,
    title: 'National Bank of Georgia',
    home: 'GEL',
    urls: ['https://nbg.gov.ge/gw/api/ct/monetarypolicy/currencies/en/json/'],
    read: readNbg,
    fetchAt: '14:00',
  },
  nbk: {
    ...daily,
    title: 'National Bank of Kazakhstan',
    home: 'KZT',
    urls: [
      'https://nationalbank.kz/rss/get_rates.cfm?fdate={dd}.{mm}.{yyyy}',
      'https://nationalbank.kz/rss/rates_all.xml',
    ],
    read: readNbk,
    fetchAt: '01:00',
  },
  cbk: {
    ...daily,
    title: 'Central Bank of Kenya',
    home: 'KES',
    urls: ['https://www.centralbank.go.ke/wp-admin/admin-ajax.php?action=get_wdtable&table_id=193'],
    form: { draw: '1', start: '0', length: '-1' },
    read: readCbk,
    fetchAt: '08:30',
  },
  cbn: {
    ...daily,
    title: 'Central Bank of Nigeria',
    home: 'NGN',
    urls: ['https://www.cbn.gov.ng/api/GetAllExchangeRates'],
    read: readCbn,
    fetchAt: '16:00',
  },
  hmrc: {
    title: 'HM Revenue and Customs',
    home: 'GBP',
    urls: ['csv', 'xml'].map(
      (kind) =>
        `https://www.trade-tariff.service.gov.uk/api/v2/exchange_rates/files/monthly_${kind}_{yyyy}-{m}.${kind}`,
    ),
    read: readHmrc,
    fetchAt: '00:00',
    validity: 'month',
    gapDaysMax: 0,
  },
  boc: {
    ...daily,
    title: 'Bank of Canada',
    home: 'CAD',
    urls: [
      'https://www.bankofcanada.ca/valet/observations/group/FX_RATES_DAILY/json?start_date={from}',
    ],
    read: readBoc,
    fetchAt: '21:30',
  },
  rba: {
    ...daily,
    title: 'Reserve Bank of Australia',
    home: 'AUD',
    urls: ['https://www.rba.gov.au/statistics/tables/csv/f11.1-data.csv'],
    read: readRba,
    fetchAt: '07:00',
  },
  bazg: {
    ...daily,
    title: 'Federal Office for Customs and Border Security',
    home: 'CHF',
    urls: ['https://www.backend-rates.bazg.admin.ch/api/xmldaily?d={yyyy}{mm}{dd}&locale=en'],
    read: readBazg,
    fetchAt: '06:00',
  },
  cbuae: {
    ...daily,
    title: 'Central Bank of the UAE',
    home: 'AED',
    urls: ['https://www.centralbank.ae/umbraco/Surface/Exchange/GetExchangeRateAllCurrency'],
    read: readCbuae,
    fetchAt: '15:00',
  },
  fed: {
    ...daily,
    title: 'Federal Reserve (H.10)',
    home: 'USD',
    urls: [`https://fred.stlouisfed.org/graph/fredgraph.csv?id=${fedSeries.join(',')}&cosd={from}`],
    read: readFed,
    fetchAt: '21:00',
    // Published on Mondays for the week before.
    gapDaysMax: 12,
  },
  nbp: {
    ...daily,
    title: 'National Bank of Poland',
    home: 'PLN',
    // 45 tables have the day of the monthly customs rate.
    urls: [
      'https://api.nbp.pl/api/exchangerates/tables/A/last/45/?format=json',
      'https://api.nbp.pl/api/exchangerates/tables/A/?format=json',
    ],
    read: readNbp,
    fetchAt: '11:30',
  },
};

export const rateSourceIds = Object.keys(rateSources) as RateSourceId[];

export const findRateSource = (id: string): RateSource | undefined =>
  Object.hasOwn(rateSources, id) ? rateSources[id as RateSourceId] : undefined;

export type EnabledSource = { id: RateSourceId; source: RateSource };

/**
 * Those of RATES_SOURCES; RATES_URL is another address of the source that RATES_FORMAT names, and
 * RATES_MIRRORS are used when a source's own addresses fail.
 */
export function listEnabledSources({
  RATES_SOURCES,
  RATES_URL,
  RATES_MIRRORS,
  RATES_FORMAT,
}: CustomsConfig): EnabledSource[] {
  const listed = rateSourceIds.filter((id) => RATES_SOURCES.includes(id));
  const ids = RATES_URL && !listed.includes(RATES_FORMAT) ? [RATES_FORMAT, ...listed] : listed;
  return ids.map((id) => {
    const source = rateSources[id];
    const other = RATES_URL && id === RATES_FORMAT ? [RATES_URL] : [];
    const own = listed.includes(id) ? source.urls : [];
    const mirrors = RATES_MIRRORS.filter(({ name }) => name === id).map(({ url }) => url);
    return { id, source: { ...source, urls: [...other, ...own, ...mirrors] } };
  });
}

export const hasRateSources = (config: CustomsConfig): boolean =>
  listEnabledSources(config).length > 0;

/** How many days of earlier rates `{from}` requests. */
const historyDays = 100;

/** `{yyyy}`, `{mm}`, `{m}` and `{dd}` of a day, and `{from}`, the day 100 days before. */
export function fillAddress(url: string, day: string): string {
  const [yyyy, mm, dd] = day.split('-') as [string, string, string];
  const parts: Record<string, string> = { yyyy, mm, dd, m: String(Number(mm)) };
  parts.from = addDays(day, -historyDays);
  return url.replace(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole);
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** Whether a file may have been published since the last one was fetched. */
export function isDue({ fetchAt }: RateSource, fetchedAt: Date | null, now: Date): boolean {
  const today = now.toISOString().slice(0, 10);
  const latest = [today, addDays(today, -1)]
    .map((day) => new Date(`${day}T${fetchAt}:00Z`))
    .find((at) => at <= now)!;
  return fetchedAt === null || fetchedAt < latest;
}
