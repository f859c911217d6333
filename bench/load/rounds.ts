import type { Server } from './processes.ts';
import { type Load, runLoad } from './requests.ts';
import { median } from './rows.ts';

export type Contender = { server: Server; load: Omit<Load, 'port'> };

const roundsMax = 5;
// Until the JIT has optimized the code, a request costs several times as much.
const warmUpRoundsMax = 3;

/** So few that a busy machine refuses no call of the API. */
export const apiConnections = 16;

/**
 * Loads the servers in turn, in another order each round, after warm-up rounds. Returns the median
 * CPU time of each in microseconds per request.
 */
export async function compareCpu<Name extends string>(
  rivals: Record<Name, Contender>,
  connections?: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(rivals) as Name[];
  const costs = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < warmUpRoundsMax; round++)
    for (const name of names) await measure(rivals[name], connections);
  for (let round = 0; round < roundsMax; round++) {
    for (const name of round % 2 ? names.toReversed() : names)
      costs.get(name)?.push(await measure(rivals[name], connections));
  }
  const medians = names.map((name) => [name, median(costs.get(name) ?? [])] as const);
  return Object.fromEntries(medians) as Record<Name, number>;
}

async function measure({ server, load }: Contender, connections?: number): Promise<number> {
  const before = server.cpuSeconds();
  await runLoad({ ...load, port: server.port }, connections);
  return ((server.cpuSeconds() - before) * 1_000_000) / load.count;
}
