// Each source at each of its addresses, as it documents them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeRates, startRates } from '#test/fakes/providers/rates/start-rates.ts';
import { blockPage } from '#test/fakes/providers/serve-provider.ts';
import { fetchQuotations } from './fetch-rates.ts';
import { addDays, type RateSourceId, rateSourceIds, rateSources } from './rate-sources.ts';

const today = '2026-11-30';
let banks: FakeRates;
beforeAll(async () => {
  banks = await startRates({ now: () => new Date(`${today}T18:00:00Z`) });
});
afterAll(() => banks.close());
beforeEach(() => banks.reset());

const addresses = rateSourceIds.flatMap((id) =>
  rateSources[id].urls.map((url) => [id, url] as const),
);
const fetchFrom = (id: RateSourceId, url: string) =>
  fetchQuotations({ ...rateSources[id], urls: [banks.toAddress(url)] }, today);

test.each(addresses)('%s publishes rates of these days at %s', async (id, url) => {
  const quotations = await fetchFrom(id, url);
  const { home } = rateSources[id];
  for (const { base, currency, date } of quotations) {
    expect([base, currency]).toContain(home);
    expect(date >= addDays(today, -100) && date <= addDays(today, 1)).toBe(true);
  }
  const dollar = quotations.find(({ base, currency }) => base === 'USD' || currency === 'USD');
  expect(dollar).toBeDefined();
});

test('a guard that refuses us is named', async () => {
  banks.failNext(blockPage('ddos-guard'));
  await expect(fetchFrom('cbr', rateSources.cbr.urls[0]!)).rejects.toThrow(
    'DDoS-Guard in front of it refused the request with status 403.',
  );
});

test('the second address is used where the first one does not know the day', async () => {
  const urls = [
    'https://api.nbp.pl/api/exchangerates/tables/A/last/99/?format=json',
    ...rateSources.nbp.urls,
  ];
  const quotations = await fetchQuotations(
    { ...rateSources.nbp, urls: urls.map(banks.toAddress) },
    today,
  );
  expect(quotations.length).toBeGreaterThan(45);
  expect(banks.calls).toHaveLength(2);
});
