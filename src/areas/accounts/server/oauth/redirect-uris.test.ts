import { describe, expect, test } from 'vitest';
import {
  describeRedirect,
  isAllowedRedirect,
  matchesRedirect,
  withParameters,
} from './redirect-uris.ts';

describe('an app may register', () => {
  test.each([
    'https://claude.ai/api/mcp/auth_callback',
    'http://localhost/callback',
    'http://127.0.0.1:3000/',
    'http://[::1]:8080/cb',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'com.example.app:/oauth',
  ])('%s', (uri) => expect(isAllowedRedirect(uri)).toBe(true));

  test.each([
    'http://example.com/callback',
    'http://localhost.evil.example/callback',
    'https://user:secret@example.com/',
    'https://example.com/#fragment',
    'https://example.com/#',
    'javascript://%0aalert(1)',
    'JavaScript:alert(1)',
    'data:text/html,hello',
    'file:///etc/passwd',
    'vbscript://x',
    'ms-msdt:/id',
    'search-ms://query=x',
    'tel:/123',
    'myapp://callback',
    'not an address',
    '/callback',
    '',
  ])('not %s', (uri) => expect(isAllowedRedirect(uri)).toBe(false));
});

describe('a code is sent to', () => {
  test('exactly the registered address', () => {
    const registered = 'https://example.com/callback';
    expect(matchesRedirect(registered, registered)).toBe(true);
    for (const other of [
      `${registered}/`,
      `${registered}?x=1`,
      'https://example.com/callback/../evil',
      'https://EXAMPLE.com/callback',
      'https://example.com:8443/callback',
      'https://example.com.evil.example/callback',
    ])
      expect(matchesRedirect(registered, other), other).toBe(false);
  });

  test('any port of the same program on this computer', () => {
    const registered = 'http://127.0.0.1/callback';
    expect(matchesRedirect(registered, 'http://127.0.0.1:49152/callback')).toBe(true);
    for (const other of [
      'http://127.0.0.1:49152/other',
      'http://localhost:49152/callback',
      'https://127.0.0.1:49152/callback',
      'http://127.0.0.1:49152/callback#x',
      'http://me@127.0.0.1:49152/callback',
    ])
      expect(matchesRedirect(registered, other), other).toBe(false);
  });
});

test('a person is told the host, or the scheme of an app', () => {
  expect(describeRedirect('https://claude.ai/cb')).toEqual({ host: 'claude.ai', isLocal: false });
  expect(describeRedirect('http://[::1]:9/')).toEqual({ host: '[::1]', isLocal: true });
  expect(describeRedirect('cursor://x/cb')).toEqual({ host: 'cursor', isLocal: true });
});

test('parameters join those of the address', () => {
  const address = withParameters('https://example.com/cb?kept=1', {
    code: 'a b',
    state: undefined,
  });
  expect(address).toBe('https://example.com/cb?kept=1&code=a+b');
});
