// What tells calls in test mode from live ones, on both sides.
import type { Endpoint } from './endpoint.ts';

/** `true` or `false`: of calls by a session, and `true` of all responses of test mode. */
export const testModeHeader = 'X-Test-Mode';

/** Of a call in test mode: the code of the error to answer with. */
export const testErrorHeader = 'X-Test-Error';

export const liveKeyPrefix = 'sk_live_';
/** A key that begins so works in test mode only. */
export const testKeyPrefix = 'sk_test_';
export const keyPrefixPattern = 'sk_(?:live|test)_';

/** Of links that need no credential; other tokens have no such character. */
export const testTokenPrefix = 'test~';

export const chooseKeyPrefix = ({ isTestMode }: { isTestMode: boolean }): string =>
  isTestMode ? testKeyPrefix : liveKeyPrefix;

/** With the value `test`: a page of the dashboard that is to be shown in test mode. */
export const testModeParameter = 'mode';

/** Addresses of test mode that a browser opens without the header begin with it. */
export const testModePath = '/test';

/** Before the names of files, and the numbers of invoices, that leave test mode. */
export const testNamePrefix = 'TEST-';

export const markTestName = (name: string): string =>
  name.startsWith(testNamePrefix) ? name : testNamePrefix + name;

/** Calls about what exists once are made live by the dashboard while it is in test mode. */
export const isAlwaysLive = ({ testMode }: Pick<Endpoint, 'testMode'>): boolean =>
  testMode === 'live' || testMode === 'copied';
