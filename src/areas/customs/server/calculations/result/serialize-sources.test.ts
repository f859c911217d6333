import { expect, test } from 'vitest';
import type { Line } from '../../engine/lines.ts';
import type { RuleSet, RuleSource } from '../../engine/rules/rule-set.ts';
import { listSourceWarnings, serializeSources, toSourceContext } from './serialize-sources.ts';

const sources: RuleSource[] = [
  {
    ...{
      id: 'tariff',
      title: 'Tariff',
      url: 'https://example.com/tariff',
      reference: 'Schedule 3',
    },
    ...{ retrieved_at: '2026-11-20', effective_from: '2019-07-01', as_of: '2019-07-01' },
    confidence: 'medium',
  },
  { id: 'law', title: 'VAT Act', effective_from: '1994-01-01', confidence: 'high' },
];
const rules = { sources, review_by: '2027-01-31' } as RuleSet;
const createLine = (status: Line['status'], ...ids: string[]) =>
  ({ status, sources: ids }) as never;
const on = (date: string) => toSourceContext(rules, date);

test('data that is older than 18 months has a lower confidence', () => {
  const young = serializeSources(createLine('known', 'tariff'), on('2021-01-01'));
  expect(young).toMatchObject({ confidence: 'medium', sources: [{ is_old: false }] });
  const old = serializeSources(createLine('known', 'tariff'), on('2021-02-01'));
  expect(old).toEqual({
    source: 'Tariff',
    source_url: 'https://example.com/tariff',
    effective_from: '2019-07-01',
    confidence: 'low',
    sources: [
      {
        ...{ title: 'Tariff', url: 'https://example.com/tariff', reference: 'Schedule 3' },
        ...{ retrieved_at: '2026-11-20', effective_from: '2019-07-01', effective_to: null },
        ...{ as_of: '2019-07-01', confidence: 'low', is_old: true },
      },
    ],
  });
});

test('a law is not old because it began long ago', () => {
  const { confidence } = serializeSources(createLine('known', 'law'), on('2026-11-20'));
  expect(confidence).toBe('high');
});

test('an unknown line has no confidence', () => {
  const { confidence } = serializeSources(createLine('unknown', 'law'), on('2026-11-20'));
  expect(confidence).toBeNull();
});

test('several sources are all listed, with the lowest confidence', () => {
  const both = serializeSources(createLine('known', 'law', 'tariff'), on('2026-11-20'));
  expect(both).toMatchObject({ source: 'by line', source_url: null, confidence: 'low' });
  expect(both.sources?.map(({ title }) => title)).toEqual(['VAT Act', 'Tariff']);
});

test('the result warns about old sources of charges, and of rules to be reviewed', () => {
  const warn = (lines: never[], date: string, today = date) =>
    listSourceWarnings(rules, lines, on(date), today).map(({ code }) => code);
  expect(
    warn([createLine('known', 'tariff'), createLine('known', 'tariff')], '2026-11-20'),
  ).toEqual(['source_old']);
  expect(warn([createLine('unknown', 'tariff')], '2026-11-20')).toEqual([]);
  expect(warn([], '2027-01-31')).toEqual([]);
  expect(warn([], '2027-02-01')).toEqual(['review_due']);
  expect(warn([], '2026-11-20', '2027-02-01')).toEqual(['review_due']);
});
