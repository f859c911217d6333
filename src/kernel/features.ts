// Whether a part of the product is switched on: asked by every call of it, read every 5 s.
import type { Feature } from '#lib/features.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import { runDetached } from './database/work.ts';
import { listSwitchedOff, type SwitchedOff } from './feature-store.ts';

export type Features = {
  isOn(feature: Feature): Promise<boolean>;
  listOff(): Promise<readonly SwitchedOff[]>;
  /** After a change made here; other processes know it within 5 s. */
  forget(): void;
};

const freshMs = 5000;

export function openFeatures({ database, clock }: { database: Database; clock: Clock }): Features {
  let known: { off: Promise<readonly SwitchedOff[]>; untilMs: number } | null = null;
  function read(nowMs: number) {
    const off = runDetached(() => listSwitchedOff(database.write));
    known = { off, untilMs: nowMs + freshMs };
    off.catch(() => {
      known = null;
    });
    return off;
  }
  const listOff = () => {
    const nowMs = clock.now().getTime();
    return known && nowMs < known.untilMs ? known.off : read(nowMs);
  };
  return {
    listOff,
    isOn: async (feature) => !(await listOff()).some(({ name }) => name === feature),
    forget() {
      known = null;
    },
  };
}
