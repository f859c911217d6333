import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { listEndpoints } from '#lib/api-description.ts';
import type { ErrorDeclaration } from '#lib/endpoint.ts';
import {
  liveKeyPrefix,
  testErrorHeader,
  testKeyPrefix,
  testModeHeader,
  testModePath,
  testTokenPrefix,
} from '#lib/test-mode.ts';
import { testModeErrors } from '#lib/test-mode-errors.ts';
import { contracts } from '../contracts.ts';

export type TestRequest =
  /** `url` is that of the call, without the prefix of test mode. */
  | { kind: 'call'; url: string }
  /** A page that has no version of its own in test mode. */
  | { kind: 'page'; url: string }
  /** It does not say clearly which mode it wants. */
  | { kind: 'refused'; error: ErrorDeclaration };

/** Everything else is a page. */
const isCall = (path: string): boolean => /^\/(?:apix|pay|files|media|mcp)(?:[/?]|$)/.test(path);

const modeHeader = testModeHeader.toLowerCase();
const errorHeader = testErrorHeader.toLowerCase();

/** Null for a live request. */
export function readTestRequest({ url = '/', headers }: IncomingMessage): TestRequest | null {
  const isBelowTest = url.startsWith(`${testModePath}/`);
  const path = isBelowTest ? url.slice(testModePath.length) : url;
  if (!isCall(path)) return isBelowTest ? { kind: 'page', url: path } : null;
  const isTest =
    isBelowTest ||
    headers[modeHeader] === 'true' ||
    hasKey(headers, testKeyPrefix) ||
    hasTestToken(path);
  const error = findContradiction(headers, isTest);
  if (error) return { kind: 'refused', error };
  return isTest ? { kind: 'call', url: path } : null;
}

/** Whoever believes that they are in test mode must not move real money. */
function findContradiction(
  headers: IncomingHttpHeaders,
  isTest: boolean,
): ErrorDeclaration | undefined {
  const mode = headers[modeHeader];
  if (mode !== undefined && mode !== 'true' && mode !== 'false') return testModeErrors.invalid;
  if (!isTest)
    return headers[errorHeader] === undefined ? undefined : testModeErrors.errorInLiveMode;
  if (mode === 'false') return testModeErrors.testKeyInLiveMode;
  return hasKey(headers, liveKeyPrefix) ? testModeErrors.liveKeyInTestMode : undefined;
}

/** What a token of test mode comes after in the paths of calls that need no credential. */
const tokenStarts = listEndpoints(contracts).flatMap(({ endpoint }) =>
  endpoint.testMode === 'by-token' ? [endpoint.path.split(':token')[0] + testTokenPrefix] : [],
);
const hasTestToken = (path: string): boolean => tokenStarts.some((start) => path.startsWith(start));

const scheme = /^(?:bearer|api-?key)\s+/i;

const hasKey = ({ authorization = '', ...headers }: IncomingHttpHeaders, prefix: string): boolean =>
  (scheme.test(authorization) && authorization.replace(scheme, '').startsWith(prefix)) ||
  String(headers['x-api-key'] ?? '')
    .trimStart()
    .startsWith(prefix);
