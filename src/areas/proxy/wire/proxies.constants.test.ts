import { describe, expect, test } from 'vitest';
import {
  countsAgainstProxy,
  explainFailure,
  failureReasons,
  findCause,
} from './proxies.constants.ts';

describe.each(failureReasons)('%s', (reason) => {
  test('is explained in whole sentences to every reader', () => {
    for (const reader of ['owner', 'pool', 'both'] as const)
      expect(explainFailure(reason, reader)).toMatch(/^[A-Z].+\. .+\.$/);
  });

  test('asks customers to correct no proxy of the shared pool', () => {
    const text = explainFailure(reason, 'pool');
    expect(text).not.toMatch(/add it again|replace (the|this)|with the provider|Ask the provider/);
    expect(text).not.toMatch(/protocol of the proxy|Correct them/);
  });

  test('counts against the proxy only if the proxy caused it', () => {
    expect(countsAgainstProxy(reason)).toBe(['proxy', 'credentials'].includes(findCause(reason)));
  });
});

test('only the reason about a name calls it one', () => {
  const named = failureReasons.filter((reason) =>
    /host name of the proxy/.test(explainFailure(reason, 'owner')),
  );
  expect(named).toEqual(['name_not_found']);
});
