import { expect, onTestFinished, test } from 'vitest';
import { startHttpServer } from '#test/fakes/http-server.ts';
import { callSources, judgeRates } from './check-rates.ts';
import type { SourceState } from './rate-snapshots.ts';
import { rateSources } from './rate-sources.ts';

const today = { date: '2026-11-20', ageDays: 0, isStale: false };
const source = (change: Partial<SourceState> = {}): SourceState => ({
  id: 'ecb',
  title: 'European Central Bank',
  isEnabled: true,
  lastDay: '2026-11-20',
  ageDays: 0,
  fetchedAt: new Date('2026-11-20T16:00:00Z'),
  failedAt: null,
  lastError: null,
  ...change,
});
const of = (...sources: SourceState[]) => ({ fetchedFrom: 'www.ecb.europa.eu', sources });
const failed = { failedAt: new Date('2026-11-20T17:00:00Z'), lastError: 'No answer.' };

test('rates of the last days are well', () => {
  expect(judgeRates(today, of(source()))).toEqual({
    state: 'ok',
    message: 'The newest rates are of today.',
  });
  const friday = { ...today, ageDays: 3 };
  expect(judgeRates(friday, of(source()))).toEqual({
    state: 'ok',
    message: 'The newest rates are of 20 Nov 2026, 3 days old.',
  });
});

test('a source without an answer is named, unless it is not asked any more', () => {
  expect(judgeRates(today, of(source(), source({ ...failed, title: 'Bank of Russia' })))).toEqual({
    state: 'warning',
    message: 'The newest rates are of today. Without an answer: Bank of Russia.',
  });
  expect(judgeRates(today, of(source({ ...failed, isEnabled: false }))).state).toBe('ok');
});

test('stale rates are an outage, except where none are fetched', () => {
  const old = { date: '2026-11-10', ageDays: 10, isStale: true };
  expect(judgeRates(old, of(source(failed)))).toEqual({
    state: 'down',
    message: 'The newest rates are of 10 Nov 2026, 10 days old: look at the sources.',
  });
  expect(judgeRates(old, { fetchedFrom: null, sources: [] })).toEqual({
    state: 'off',
    message: 'No source is configured: the built-in rates of 10 Nov 2026 are used.',
  });
});

test('a call to the sources names the newest day of each, or what is wrong', async () => {
  const bank = await startHttpServer();
  onTestFinished(() => bank.stop());
  const at = (id: 'nbp' | 'nbu') => ({
    id,
    source: { ...rateSources[id], urls: [`${bank.url}/${id}`] },
  });
  const rates = [{ effectiveDate: '2026-11-20', rates: [{ code: 'USD', mid: 3.6 }] }];
  bank.on('GET /nbp', { status: 200, body: rates });
  bank.on('GET /nbu', { status: 503 });
  const poland = 'National Bank of Poland: 20 Nov 2026';
  expect(await callSources([at('nbp')], '2026-11-20')).toEqual({
    state: 'ok',
    message: `${poland}.`,
  });
  const ukraine = 'National Bank of Ukraine: 127.0.0.1';
  expect(await callSources([at('nbp'), at('nbu')], '2026-11-20')).toEqual({
    state: 'warning',
    message: `${poland}; ${ukraine}:${bank.port}: The request failed with status 503.`,
  });
  expect(await callSources([at('nbu')], '2026-11-20')).toMatchObject({ state: 'down' });
  expect(await callSources([], '2026-11-20')).toMatchObject({ state: 'off' });
});
