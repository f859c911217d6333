// The proxies of the soak: their numbers, and how often each of them fails.

export type FarmKind = {
  name: string;
  count: number;
  /** The share of its requests that get no response. */
  failures: number;
  /** The share of its requests that the site bans. */
  bans: number;
  delayMs: number;
};

/** Of the resource: who is slower has failed. */
export const timeoutMs = 1000;

export const farmKinds: readonly FarmKind[] = [
  { name: 'good', count: 20, failures: 0.002, bans: 0, delayMs: 0 },
  { name: 'slow', count: 6, failures: 0.002, bans: 0, delayMs: timeoutMs / 4 },
  { name: 'too slow', count: 4, failures: 0, bans: 0, delayMs: 2 * timeoutMs },
  { name: 'unreliable', count: 6, failures: 0.5, bans: 0, delayMs: 0 },
  { name: 'broken', count: 4, failures: 1, bans: 0, delayMs: 0 },
  { name: 'often banned', count: 6, failures: 0, bans: 0.5, delayMs: 0 },
  { name: 'banned', count: 4, failures: 0, bans: 1, delayMs: 0 },
];

/** One entry for each proxy; its place is its address: 127.0.0.2 and up. */
export const farmProxies: readonly FarmKind[] = farmKinds.flatMap((kind) =>
  Array.from({ length: kind.count }, () => kind),
);

export const farmHostOf = (place: number): string => `127.0.0.${place + 2}`;

/** Of a choice that knows the farm: always a proxy of the best kind, in each of the attempts. */
export function bestSuccessOf(attempts: number): number {
  const missed = farmKinds.map(({ failures, bans, delayMs }) =>
    delayMs < timeoutMs ? 1 - (1 - failures) * (1 - bans) : 1,
  );
  return 1 - Math.min(...missed) ** attempts;
}
