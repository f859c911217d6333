import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useApp } from '#test/harness.ts';
import { readRateSnapshots } from './rate-snapshots.ts';
import { isDue, listEnabledSources, type RateSourceId, rateSources } from './rate-sources.ts';
import { listFetches, listNewestQuotations } from './rate-store.ts';
import { readRates } from './rates.ts';
import { type RefreshOptions, refreshRates } from './refresh-rates.ts';

/** By path; any other path is not found. */
const files = new Map<string, { status: number; text: string; guard?: string }>();
const requested: string[] = [];
const callers = new Set<string | undefined>();
const bank = createServer((request, response) => {
  requested.push(request.url!);
  callers.add(request.headers['user-agent']);
  const { status, text, guard } = files.get(request.url!.slice(1)) ?? { status: 404, text: '' };
  const about = { ...(guard && { server: guard, 'content-type': 'text/html' }) };
  response.writeHead(status, about).end(text);
});
await new Promise<void>((done) => bank.listen(0, '127.0.0.1', done));
const at = `http://127.0.0.1:${(bank.address() as AddressInfo).port}`;

const t = useApp();

beforeAll(() => () => void bank.close());

beforeEach(async () => {
  t.clock.set(new Date('2026-12-05T12:00:00Z'));
  files.clear();
  requested.length = 0;
  const db = t.kernel.database.write;
  await db.deleteFrom('customs_rate').execute();
  await db.deleteFrom('customs_rate_refusal').execute();
  await db.deleteFrom('customs_rate_fetch').execute();
  t.areas.customs.rates.clear();
});

const publish = (path: string, text: string, status = 200) => files.set(path, { status, text });
const ecbFile = (date: string, rates: Record<string, string>) =>
  `<Cube><Cube time='${date}'>${Object.entries(rates)
    .map(([code, rate]) => `<Cube currency='${code}' rate='${rate}'/>`)
    .join('')}</Cube></Cube>`;
const cbrFile = (date: string, usd: string) =>
  `<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="${date}" name="x"><Valute ID="R01235">
  <CharCode>USD</CharCode><Nominal>1</Nominal><Name>Доллар</Name>
  <Value>${usd}</Value></Valute></ValCurs>`;

const kernelWith = (config: { RATES_SOURCES?: RateSourceId[]; RATES_URL?: string }) => ({
  ...t.kernel,
  config: { ...t.kernel.config, ...config },
});
/** The source at two addresses of the bank: `/ecb` and `/ecb-second`. */
const here = (id: RateSourceId) => ({
  id,
  source: { ...rateSources[id], urls: [`${at}/${id}`, `${at}/${id}-second`] },
});
const refresh = (ids: RateSourceId[] = ['ecb', 'cbr'], options: RefreshOptions = {}) =>
  refreshRates(t.kernel, t.areas.customs.rates, { sources: ids.map(here), ...options });
const newest = async (source: string) =>
  (await listNewestQuotations(t.kernel.database.write, [source], '2026-12-31')).map(
    ({ base, currency, rate, date }) => `${base}/${currency} ${rate} ${date}`,
  );
const createFetch = async (source: string) =>
  (await listFetches(t.kernel.database.write)).find((one) => one.source === source);

test('each source is stored as it is published', async () => {
  publish('ecb', ecbFile('2026-12-04', { USD: '1.15', GBP: '0.86' }));
  publish('cbr', cbrFile('05.12.2026', '84,5'));
  expect(await refresh()).toEqual({ kept: 3, refused: [], failed: [] });
  expect(await newest('ecb')).toEqual(['EUR/GBP 0.86 2026-12-04', 'EUR/USD 1.15 2026-12-04']);
  expect(await newest('cbr')).toEqual(['USD/RUB 84.5 2026-12-05']);
});

test('the same file twice changes nothing', async () => {
  publish('ecb', ecbFile('2026-12-04', { USD: '1.15' }));
  await refresh(['ecb']);
  expect(await refresh(['ecb'])).toMatchObject({ kept: 0 });
});

test('a source that fails does not stop the others', async () => {
  publish('cbr', cbrFile('05.12.2026', '84,5'));
  publish('ecb', '<html>Maintenance</html>');
  publish('ecb-second', '', 503);
  expect(await refresh()).toEqual({ kept: 1, refused: [], failed: ['European Central Bank'] });
  const { lastError, failedAt, fetchedAt } = (await createFetch('ecb'))!;
  expect(lastError).toMatch(/contains no dated rates.*status 503/);
  expect([failedAt, fetchedAt]).toEqual([t.clock.now(), null]);
  publish('ecb', ecbFile('2026-12-04', { USD: '1.15' }));
  await refresh();
  expect(await createFetch('ecb')).toMatchObject({ lastError: null, failedAt: null });
});

test('the second address is asked if the first one fails', async () => {
  publish('ecb', '', 500);
  publish('ecb-second', ecbFile('2026-12-04', { USD: '1.15' }));
  expect(await refresh(['ecb'])).toMatchObject({ kept: 1, failed: [] });
});

test('it fails if all sources do', async () => {
  await expect(refresh(['ecb'])).rejects.toThrow('status 404');
  publish('ecb', ecbFile('2020-12-04', { USD: '1.15' }));
  await expect(refresh(['ecb'])).rejects.toThrow('not of these days');
});

test('nothing is fetched without a source', async () => {
  expect(await refresh([])).toEqual({ kept: 0, refused: [], failed: [] });
  expect(await refreshRates(t.kernel, t.areas.customs.rates)).toMatchObject({ kept: 0 });
  await t.jobs.runSchedule('customs.refresh_rates');
  expect(requested).toEqual([]);
});

test('the job asks a source again only after its time of day, or after a failure', async () => {
  const job = () => refresh(['ecb'], { isDueOnly: true });
  publish('ecb', ecbFile('2026-12-04', { USD: '1.15' }));
  await job();
  await job();
  expect(requested).toEqual(['/ecb']);
  t.clock.set(new Date('2026-12-05T15:30:00Z'));
  publish('ecb', '', 500);
  await expect(job()).rejects.toThrow();
  publish('ecb', ecbFile('2026-12-05', { USD: '1.16' }));
  await job();
  await job();
  expect(requested).toEqual(['/ecb', '/ecb', '/ecb-second', '/ecb']);
});

test('an interval of a day begins at the time of day of the source', () => {
  const due = (fetched: string | null, now: string) =>
    isDue(rateSources.ecb, fetched ? new Date(fetched) : null, new Date(now));
  expect(due(null, '2026-12-05T01:00:00Z')).toBe(true);
  expect(due('2026-12-04T15:30:00Z', '2026-12-05T15:29:00Z')).toBe(false);
  expect(due('2026-12-04T15:29:00Z', '2026-12-05T01:00:00Z')).toBe(true);
});

test('RATES_URL is another address of the source that RATES_FORMAT names', async () => {
  publish('mirror', ecbFile('2026-12-04', { USD: '1.15' }));
  const RATES_URL = `${at}/mirror`;
  const kernel = kernelWith({ RATES_URL });
  expect(await refreshRates(kernel, t.areas.customs.rates)).toMatchObject({ kept: 1 });
  const config = {
    ...{ RATES_URL, RATES_FORMAT: 'ecb' as const, RATES_SOURCES: ['ecb' as const] },
    RATES_MIRRORS: [],
  };
  expect(listEnabledSources(config)[0]!.source.urls).toEqual([RATES_URL, ...rateSources.ecb.urls]);
});

test('a source names the guard that refuses us, and its mirror is used then', async () => {
  files.set('cbr', { status: 403, text: '<html>', guard: 'ddos-guard' });
  await expect(refresh(['cbr'])).rejects.toThrow(
    'DDoS-Guard in front of it refused the request with status 403.',
  );
  expect([...callers]).toEqual([expect.stringMatching(/^Weftline\/[\d.]+ \(\S+@\S+\)$/)]);
  publish('copy', cbrFile('05.12.2026', '84,5'));
  const mirror = { name: 'cbr' as const, url: `${at}/copy` };
  const { config } = kernelWith({ RATES_SOURCES: ['cbr', 'ecb'] });
  const [ecb, cbr] = listEnabledSources({ ...config, RATES_MIRRORS: [mirror] });
  expect(ecb!.source.urls).toEqual(rateSources.ecb.urls);
  expect(cbr!.source.urls).toEqual([...rateSources.cbr.urls, mirror.url]);
  const urls = [`${at}/cbr`, mirror.url];
  const sources = [{ id: 'cbr' as const, source: { ...cbr!.source, urls } }];
  const refreshed = refreshRates(t.kernel, t.areas.customs.rates, { sources });
  expect(await refreshed).toMatchObject({ kept: 1 });
});

test('a jump from the snapshot is refused until it is confirmed', async () => {
  const fetchDay = async (day: number, rate: string) => {
    publish('ecb', ecbFile(`2026-12-0${day}`, { GBP: rate }));
    return (await refresh(['ecb'])).refused;
  };
  expect(await fetchDay(1, '0.25')).toEqual(['GBP']);
  expect(await fetchDay(1, '0.25')).toEqual(['GBP']);
  expect(await fetchDay(2, '9')).toEqual(['GBP']);
  expect(await fetchDay(2, '0.25')).toEqual(['GBP']);
  const { general } = await readRates(t.kernel.database.write, '2026-12-02');
  expect(general.get('GBP')).toMatchObject({ source: 'indicative' });
  expect(await fetchDay(3, '0.26')).toEqual(['GBP']);
  expect(await fetchDay(4, '0.25')).toEqual([]);
  expect(await newest('ecb')).toEqual(['EUR/GBP 0.25 2026-12-04']);
  expect(await fetchDay(5, '0.9')).toEqual(['GBP']);
});

test('the guard compares a source with itself first', async () => {
  publish('cbr', cbrFile('04.12.2026', '84,5'));
  await refresh(['cbr']);
  publish('cbr', cbrFile('05.12.2026', '8450'));
  expect(await refresh(['cbr'])).toMatchObject({ kept: 0, refused: ['USD'] });
  expect(await newest('cbr')).toEqual(['USD/RUB 84.5 2026-12-04']);
});

test('staff see the last day, the age and the last error of each source', async () => {
  publish('ecb', ecbFile('2026-12-03', { USD: '1.15' }));
  await refresh();
  const customs = { ...t.areas.customs, kernel: kernelWith({ RATES_SOURCES: ['ecb', 'cbr'] }) };
  const { sources, days, fetchedFrom } = await readRateSnapshots(customs, 30);
  expect(sources).toMatchObject([
    { id: 'ecb', isEnabled: true, lastDay: '2026-12-03', ageDays: 2, lastError: null },
    { id: 'cbr', isEnabled: true, lastDay: null, ageDays: null, fetchedAt: null },
  ]);
  expect(sources[1]!.lastError).toContain('status 404');
  expect(days).toEqual([{ date: '2026-12-03', source: 'European Central Bank', currencies: 1 }]);
  expect(fetchedFrom).toBe('www.ecb.europa.eu, www.cbr.ru');
});

test('reading the rates of a day uses the index, however many days there are', async () => {
  const db = t.kernel.database.write;
  await sql`insert into customs_rate (source, rate_date, base, currency, units, rate)
    select source, date '2020-01-01' + day, 'EUR', code, 1, 2
    from unnest(array['ecb', 'hmrc', 'nbu']) source, generate_series(0, 1999) day,
      unnest(array['USD', 'GBP', 'JPY', 'CHF', 'SEK']) code`.execute(db);
  await sql`analyze customs_rate`.execute(db);
  const plan = await sql<{ 'QUERY PLAN': string }>`
    explain select * from unnest(array['ecb', 'hmrc']) listed(id)
    cross join lateral (select max(rate_date) as day from customs_rate
      where source = listed.id and rate_date <= '2024-06-01') newest
    join customs_rate on source = listed.id
      and rate_date between newest.day - 10 and newest.day`.execute(db);
  const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(lines).not.toContain('Seq Scan');
});
