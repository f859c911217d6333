/** Pseudorandom choices that are reproducible by their seed. */
export type Random = {
  /** An integer from 0 to `count` - 1. */
  below(count: number): number;
  happens(share: number): boolean;
  pick<T>(list: readonly T[]): T;
};

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    happens: (share) => next() < share,
    pick: (list) => list[below(list.length)]!,
  };
}
