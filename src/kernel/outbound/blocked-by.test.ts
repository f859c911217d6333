import { expect, test } from 'vitest';
import { blockedBy } from './blocked-by.ts';

test.each([
  [403, 'cloudflare', 'text/html; charset=UTF-8', 'Cloudflare'],
  [403, 'ddos-guard', 'text/html', 'DDoS-Guard'],
  [503, 'AkamaiGHost', 'text/html', 'Akamai'],
  // Passed on from the server behind it.
  [403, 'cloudflare', 'application/json', null],
  [404, 'cloudflare', 'text/html', null],
  [403, 'nginx', 'text/html', null],
])('a %i of %s with %s is of %s', (status, server, type, guard) => {
  const headers = new Headers({ server, 'content-type': type });
  expect(blockedBy({ status, headers })).toBe(guard);
});
