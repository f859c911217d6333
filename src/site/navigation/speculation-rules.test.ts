import { expect, test } from 'vitest';
import { speculationRules } from './speculation-rules.ts';

type Rules = {
  prefetch: [
    {
      eagerness: string;
      where: { and: [{ href_matches: string }, { not: { href_matches: string[] } }] };
    },
  ];
};
const [rule] = (JSON.parse(speculationRules) as Rules).prefetch;
const [included, { not }] = rule.where.and;
const base = 'https://weftline.example.com';
const matches = (pattern: string, path: string) => new URLPattern(pattern, base).test(base + path);
const isFetched = (path: string) =>
  matches(included.href_matches, path) && !not.href_matches.some((one) => matches(one, path));

test('pages are prefetched when the user is about to open them', () => {
  expect(rule.eagerness).toBe('moderate');
  expect(['/', '/services', '/projects/django-cfg', '/auth'].filter(isFetched)).toHaveLength(4);
});

test('neither API paths nor screens behind the sign-in are prefetched', () => {
  const others = ['/apix/schema/', '/media/a.webp', '/dashboard', '/dashboard/wallet'];
  expect(others.filter(isFetched)).toEqual([]);
});
