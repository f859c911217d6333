// Whether a part of the product is switched on: asked by every call of it, read every 5 s.
import type { Feature } from '#lib/features.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import { listSwitchedOff } from './feature-store.ts';

export type Features = {
  isOn(feature: Feature): Promise<boolean>;
  /** After a change made here; other processes know it within 5 s. */
  forget(): void;
};

const freshMs = 5000;

export function openFeatures({ database, clock }: { database: Database; clock: Clock }): Features {
  let known: { off: Promise<ReadonlySet<string>>; untilMs: number } | null = null;
  function read(nowMs: number) {
    const off = listSwitchedOff(database.write);
    known = { off, untilMs: nowMs + freshMs };
    off.catch(() => {
      known = null;
    });
    return off;
  }
  return {
    async isOn(feature) {
      const nowMs = clock.now().getTime();
      const off = known && nowMs < known.untilMs ? known.off : read(nowMs);
      return !(await off).has(feature);
    },
    forget() {
      known = null;
    },
  };
}
