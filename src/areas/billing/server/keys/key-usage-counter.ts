// Counts requests per key in memory and writes them in batches, so that no request costs a write.

import { withCaller } from '#kernel/database/work.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { dayMs } from '#lib/durations.ts';
import { billingTopic } from '../billing-topic.ts';
import { addKeyUsage, type KeyUsage } from './key-usage-store.ts';

export type KeyUsageCounter = {
  /** Counts one request with the key. Synchronous. */
  record(keyId: string, ip: string | null): void;
  /** Writes the counts so far; after a failure they are written with the next flush. */
  flush(): Promise<void>;
};

const flushEveryMs = 1000;

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/**
 * Also tells the account's open screens when a key is used for the first time. A killed process
 * loses up to one second of counts, and a commit whose response is lost is counted twice: these
 * numbers are informational. Billing uses the meter.
 */
export function createKeyUsageCounter({ work, clock, live, log }: Kernel): KeyUsageCounter {
  let counted = new Map<string, KeyUsage>();
  let timer: NodeJS.Timeout | undefined;
  let flushing = Promise.resolve();

  function add(use: KeyUsage): void {
    const name = `${use.keyId} ${use.day}`;
    const before = counted.get(name);
    if (!before) counted.set(name, use);
    else {
      before.requests += use.requests;
      if (use.lastUsedAt < before.lastUsedAt) return;
      before.lastUsedAt = use.lastUsedAt;
      before.lastUsedIp = use.lastUsedIp;
    }
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const uses = [...counted.values()];
    if (uses.length === 0) return;
    counted = new Map();
    try {
      await work.write(async (tx) => {
        for (const { accountId, keyId } of await addKeyUsage(tx, uses))
          await live.publish(tx, { topic: billingTopic, accountId, data: { first_use: keyId } });
      });
    } catch (err) {
      log.error({ err, keys: uses.length }, 'the usage of API keys could not be written');
      for (const use of uses) add(use);
    }
  }

  const flush = () => {
    flushing = flushing.then(write);
    return flushing;
  };

  // Formatted once a day instead of once a request.
  let today = { number: Number.NaN, text: '' };
  return {
    record(keyId, lastUsedIp) {
      const lastUsedAt = clock.now();
      const number = Math.floor(lastUsedAt.getTime() / dayMs);
      if (today.number !== number) today = { number, text: dayOf(lastUsedAt) };
      add({ keyId, day: today.text, requests: 1, lastUsedAt, lastUsedIp });
      // The flush covers all accounts, so it must not run on behalf of the caller that started the
      // timer.
      timer ??= setTimeout(() => withCaller('key usage', flush), flushEveryMs).unref();
    },
    flush,
  };
}
