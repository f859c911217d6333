import { expect, test } from 'vitest';
import { draftRules, limitNames, toDraft, toDraftValues } from './tariff-draft.ts';

const empty = toDraftValues(undefined);

test('reads empty fields as no limit, no yearly price and no overage', () => {
  const values = { slug: ' team ', name: 'Team', monthly_price: '49', requests_per_day: '500' };
  const draft = toDraft({ ...empty, ...values }, undefined);
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
  const numbers = { requests_per_day: '10k', max_api_keys: ' 5 ', trial_days: '-1' };
  expect(draftRules({ ...empty, ...numbers })).toEqual({
    trial_days: 'Enter a whole number.',
    requests_per_day: 'Enter a whole number.',
  });
});
