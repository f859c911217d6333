// A proxy as a selection sees it. The numbers that a selection compares are also kept side by side
// in columns: reading them from thousands of objects takes several times as long.
import type { Protocol } from '../../wire/proxies.constants.ts';
import type { ProxyHealth } from '../health/proxy-health.ts';

type Changing = {
  isDead: boolean;
  /** Requests in progress or done, and leases; for `least_used`. */
  useCount: number;
  health: ProxyHealth;
};

export type CandidateState = Readonly<Changing> & {
  readonly id: string;
  readonly protocol: Protocol;
  readonly host: string;
  readonly port: number;
  readonly country: string | null;
  /** In the form of `toCityKey`; empty when it is not known. */
  readonly city: string;
  /** Where its numbers are; set by `createCandidateList`. */
  slot?: { columns: CandidateColumns; at: number };
};

/** One value per candidate, at its position in the list. */
export type CandidateColumns = {
  /** 32-bit hashes of the ids, for session selection. */
  seeds: Int32Array;
  useCounts: Float64Array;
  /** Epoch milliseconds; Infinity for a dead proxy. */
  availableFrom: Float64Array;
};

export type CandidateList<C extends CandidateState> = {
  candidates: readonly C[];
  /** Of an earlier list they are no longer updated: the candidates themselves are right. */
  columns: CandidateColumns;
};

export function createCandidateList<C extends CandidateState>(
  candidates: readonly C[],
): CandidateList<C> {
  const { length } = candidates;
  const columns: CandidateColumns = {
    seeds: Int32Array.from(candidates, ({ id }) => hashText(id)),
    useCounts: new Float64Array(length),
    availableFrom: new Float64Array(length),
  };
  for (const [at, candidate] of candidates.entries()) {
    candidate.slot = { columns, at };
    changeCandidate(candidate, {});
  }
  return { candidates, columns };
}

export function changeCandidate(candidate: CandidateState, change: Partial<Changing>): void {
  const { slot, health, isDead, useCount } = Object.assign(candidate, change);
  if (!slot) return;
  slot.columns.useCounts[slot.at] = useCount;
  slot.columns.availableFrom[slot.at] = isDead
    ? Number.POSITIVE_INFINITY
    : Math.max(health.blockedUntil, health.cooldownUntil);
}

export const countUse = (candidate: CandidateState): void =>
  changeCandidate(candidate, { useCount: candidate.useCount + 1 });

/** FNV-1a, 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}
