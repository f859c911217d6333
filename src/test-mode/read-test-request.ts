import type { IncomingMessage } from 'node:http';
import { testKeyPrefix, testModeHeader, testModePath, testTokenPrefix } from '#lib/test-mode.ts';
import { isAlwaysLive, isCall } from './served-calls.ts';

export type TestRequest =
  /** `url` is that of the call, without the prefix of test mode. */
  | { kind: 'call'; url: string }
  /** A page that has no version of its own in test mode. */
  | { kind: 'page'; url: string };

const header = testModeHeader.toLowerCase();
const credential = new RegExp(String.raw`^(?:bearer|api-?key)\s+${testKeyPrefix}`, 'i');

/** Null for a live request. */
export function readTestRequest({ url = '/', headers }: IncomingMessage): TestRequest | null {
  if (url.startsWith(`${testModePath}/`)) {
    const rest = url.slice(testModePath.length);
    return { kind: isCall(rest) ? 'call' : 'page', url: rest };
  }
  if (!isCall(url)) return null;
  if (hasTestKey(headers) || isSharedInTestMode(url)) return { kind: 'call', url };
  return headers[header] === 'true' && !isAlwaysLive(url) ? { kind: 'call', url } : null;
}

const isSharedInTestMode = (url: string): boolean =>
  url.startsWith(`/apix/data_customs/shared/${testTokenPrefix}`);

const hasTestKey = ({ authorization, ...headers }: IncomingMessage['headers']): boolean =>
  (authorization !== undefined && credential.test(authorization)) ||
  String(headers['x-api-key'] ?? '')
    .trimStart()
    .startsWith(testKeyPrefix);
