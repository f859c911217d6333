import { expect, test } from 'vitest';
import { draftProblems, limitNames, readDraft } from './tariff-draft.ts';

test('reads empty fields as no limit, no yearly price and no overage', () => {
  const form = new FormData();
  for (const [name, value] of [
    ['slug', ' team '],
    ['name', 'Team'],
    ['monthly_price', '49'],
    ['requests_per_day', '500'],
    ['is_public', 'on'],
  ])
    form.set(name!, value!);
  const draft = readDraft(form, undefined);
  expect(draft).toMatchObject({
    slug: 'team',
    yearly_price: null,
    overage_price: null,
    trial_days: 0,
    is_public: true,
  });
  expect(draft.limits.requests_per_day).toBe(500);
  expect(limitNames.filter((name) => draft.limits[name] === null)).toHaveLength(7);
});

test('reports invalid numbers', () => {
  const form = new FormData();
  form.set('requests_per_day', '10k');
  form.set('max_api_keys', ' 5 ');
  form.set('trial_days', '-1');
  expect(draftProblems(form)).toEqual({
    trial_days: ['Enter a whole number.'],
    requests_per_day: ['Enter a whole number.'],
  });
});
