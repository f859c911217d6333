import type { Server } from './processes.ts';
import { type Load, runLoad } from './requests.ts';
import { median } from './rows.ts';

export type Contender = { server: Server; load: Omit<Load, 'port'> };

type Rounds = { count: number; warmUp: number };

// Until the JIT has optimized the code, a request costs several times as much.
const roundsOfCpu: Rounds = { count: 5, warmUp: 3 };

/** So few that a busy machine refuses no call of the API. */
export const apiConnections = 16;

/**
 * The CPU time of each server in microseconds per request, with as many requests in each round as
 * its load says.
 */
export const compareCpu = <Name extends string>(
  rivals: Record<Name, Contender>,
  connections?: number,
): Promise<Record<Name, number>> =>
  takeTurns(Object.keys(rivals) as Name[], roundsOfCpu, async (name) => {
    const { server, load } = rivals[name];
    const before = server.cpuSeconds();
    await runLoad({ ...load, port: server.port }, connections);
    return ((server.cpuSeconds() - before) * 1_000_000) / load.count;
  });

/**
 * Measures rivals in turn, in another order each round, after warm-up rounds. Returns the median of
 * each, as if the machine had been equally fast in all rounds.
 */
export async function takeTurns<Name extends string>(
  names: readonly Name[],
  { count, warmUp }: Rounds,
  measure: (name: Name) => Promise<number>,
): Promise<Record<Name, number>> {
  const means: number[] = [];
  const shares = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = -warmUp; round < count; round++) {
    const costs = new Map<Name, number>();
    for (const name of round % 2 ? names.toReversed() : names) costs.set(name, await measure(name));
    if (round < 0) continue;
    const mean = [...costs.values()].reduce((sum, one) => sum + one, 0) / names.length;
    means.push(mean);
    for (const [name, cost] of costs) shares.get(name)!.push(cost / mean);
  }
  const results = names.map((name) => [name, median(shares.get(name)!) * median(means)] as const);
  return Object.fromEntries(results) as Record<Name, number>;
}
