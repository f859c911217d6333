// Whether a part of the product is switched on. Checked by its calls, cached for 5 s.
import type { Feature } from '#lib/features.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/open-database.ts';
import { runDetached } from '../database/work.ts';
import { type DisabledFeature, listDisabledFeatures } from './feature-store.ts';

export type Features = {
  isOn(feature: Feature): Promise<boolean>;
  listDisabled(): Promise<readonly DisabledFeature[]>;
  /** Call it after a change in this process; other processes see it within 5 s. */
  clearCache(): void;
};

const cacheMs = 5000;

export function createFeatures({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Features {
  let known: { off: Promise<readonly DisabledFeature[]>; untilMs: number } | null = null;
  function read(nowMs: number) {
    const off = runDetached(() => listDisabledFeatures(database.write));
    known = { off, untilMs: nowMs + cacheMs };
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
    listDisabled: listOff,
    isOn: async (feature) => !(await listOff()).some(({ name }) => name === feature),
    clearCache() {
      known = null;
    },
  };
}
