import type { Kernel } from '#kernel/kernel.ts';
import { listOpenImpacts } from '../incidents/incident-store.ts';
import type { Findings } from './judge-components.ts';

/** What the checks, the switches and the open incidents say now. Throws without a database. */
export async function readFindings({ checks, features, work }: Kernel): Promise<Findings> {
  const [parts, disabled, impacts] = await Promise.all([
    checks.readAll(),
    features.listDisabled(),
    work.read(listOpenImpacts),
  ]);
  return { parts, off: disabled.map(({ name }) => name), impacts };
}
