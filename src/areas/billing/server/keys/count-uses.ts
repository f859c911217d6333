// Counts calls by key in the process and writes them together, so that no call costs a write.
import { withCaller } from '#kernel/database/work.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { addKeyUses, type KeyUse } from './key-use-store.ts';

export type KeyUses = {
  /** One more call with the key. Never waits. */
  note(keyId: string, ip: string | null): void;
  /** Writes what was counted so far; a failure is logged and written with the next flush. */
  flush(): Promise<void>;
};

const flushEveryMs = 1000;
const dayMs = 86_400_000;

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/**
 * A process that is killed loses its last second of counts, and a commit whose answer got lost is
 * counted twice: these numbers are for looking at. What is charged is metered apart.
 */
export function openKeyUses({ work, clock, log }: Kernel): KeyUses {
  let counted = new Map<string, KeyUse>();
  let timer: NodeJS.Timeout | undefined;
  let flushing = Promise.resolve();

  function add(use: KeyUse): void {
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
      await work.write((tx) => addKeyUses(tx, uses));
    } catch (err) {
      log.error({ err, keys: uses.length }, 'the use of API keys could not be written');
      for (const use of uses) add(use);
    }
  }

  const flush = () => {
    flushing = flushing.then(write);
    return flushing;
  };

  // The day's text is made once a day, not once a call.
  let today = { number: Number.NaN, text: '' };
  return {
    note(keyId, lastUsedIp) {
      const lastUsedAt = clock.now();
      const number = Math.floor(lastUsedAt.getTime() / dayMs);
      if (today.number !== number) today = { number, text: dayOf(lastUsedAt) };
      add({ keyId, day: today.text, requests: 1, lastUsedAt, lastUsedIp });
      // Of everybody's calls, and not on behalf of the one that set the timer.
      timer ??= setTimeout(() => withCaller('key uses', flush), flushEveryMs).unref();
    },
    flush,
  };
}
