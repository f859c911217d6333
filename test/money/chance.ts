// The same numbers every time: a failure can be looked into.

export class Died extends Error {}

export type Chance = {
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  /** Now and then throws `Died`, while deaths are allowed. */
  die(): void;
  allowDeaths(isAllowed: boolean): void;
  deaths(): number;
};

export function createChance(seed: number, deathEvery: number): Chance {
  let state = seed;
  let isDying = false;
  let deaths = 0;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return {
    below,
    pick: (list) => list[below(list.length)]!,
    die: () => {
      if (!isDying || below(deathEvery) > 0) return;
      deaths++;
      throw new Died('the process died');
    },
    allowDeaths: (isAllowed) => {
      isDying = isAllowed;
    },
    deaths: () => deaths,
  };
}
