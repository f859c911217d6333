import { expect, test } from 'vitest';
import { deprecationFault, deprecationHeaders } from './deprecation.ts';

const site = 'https://example.com';

test('the headers of a call that ends name both days and the announcement', () => {
  const deprecated = { since: '2026-12-01', sunset: '2027-07-01' };
  expect(deprecationHeaders(deprecated, site)).toEqual({
    deprecation: '@1796083200',
    sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
    link: '<https://example.com/docs/changelog>; rel="deprecation"; type="text/html"',
  });
  expect(deprecationHeaders({ since: '2026-12-01' }, site)).not.toHaveProperty('sunset');
  expect(deprecationHeaders(undefined, site)).toEqual({});
});

test('a call may not end before the promised days, nor on a day that does not exist', () => {
  expect(deprecationFault({ since: '2026-12-01' })).toBeUndefined();
  expect(deprecationFault({ since: '2026-12-01', sunset: '2027-05-30' })).toBeUndefined();
  expect(deprecationFault({ since: '2026-12-01', sunset: '2027-05-29' })).toContain('179 days');
  expect(deprecationFault({ since: '2026-13-01' })).toContain('not valid');
});
