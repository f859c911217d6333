import { describe, expect, it } from 'vitest';
import type { Route } from './route.ts';
import { routeTable } from './route-table.ts';
import { similarityOf, suggestRoutes } from './suggest-routes.ts';

const routes: Route[] = [
  '/',
  '/company/contact',
  '/services/custom-software',
  '/solutions/payment-gateways',
].map((path) => ({ path, label: path, description: path }));
const suggest = (address: string) => suggestRoutes(address, routes).map(({ path }) => path);

describe('suggestRoutes', () => {
  it('finds a page despite a typo, a wrong section or capital letters', () => {
    expect(suggest('/company/contakt')[0]).toBe('/company/contact');
    expect(suggest('/services/payment-gateways')[0]).toBe('/solutions/payment-gateways');
    expect(suggest('/Custom-Software')[0]).toBe('/services/custom-software');
  });

  it('finds every page with one letter missing', () => {
    const [first] = suggestRoutes('/services/ai-for-busines', routeTable);
    expect(first?.path).toBe('/services/ai-for-business');
  });

  it.each(['/login', '/signin', '/sign-in', '/users/sign_up', '/Register'])(
    'leads %s to the sign-in alone',
    (address) => {
      expect(suggestRoutes(address, routeTable).map(({ label }) => label)).toEqual(['Sign In']);
    },
  );

  it('suggests nothing for an unrelated or empty address', () => {
    expect(suggest('/xyzzy')).toEqual([]);
    expect(suggest('/')).toEqual([]);
  });

  it('never suggests hidden pages, and respects the limit', () => {
    const hidden = routes.map((route) => ({ ...route, isHidden: true }));
    expect(suggestRoutes('/company/contact', hidden)).toEqual([]);
    expect(suggestRoutes('/company/services/solutions', routes, 1)).toHaveLength(1);
  });
});

describe('similarityOf', () => {
  it('is 1 for equal words, and 0 for unrelated or empty ones', () => {
    expect(similarityOf('/a/contact', 'contact a')).toBe(1);
    expect(similarityOf('abc', 'xyz')).toBe(0);
    expect(similarityOf('', '/')).toBe(0);
  });
});
