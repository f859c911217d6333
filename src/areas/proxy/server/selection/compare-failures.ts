// Whose fault the failures of one request are. A proxy that cannot be connected, or refuses its
// password, is at fault for certain. Any other failure is compared: if another proxy then does the
// same, the proxies before it are at fault; if several fail, the target is; and one failure alone
// counts against nothing.
import type { FailureReason } from '../../wire/proxies.constants.ts';
import type { Proxies } from '../proxies.ts';
import type { UsageClient } from '../usage/record-usage.ts';
import type { Candidate, ResourcePool } from './resource-pool.ts';
import { settleAttempt } from './select-proxy.ts';

export type FailedAttempt = {
  candidate: Candidate;
  reason: FailureReason;
  /** Another proxy can show that this one is at fault. */
  isComparable: boolean;
  latencyMs: number;
};

export type FailureComparison = {
  /** Records the failure, at once if nothing has to be compared. */
  add(failed: FailedAttempt): Promise<void>;
  /** Another proxy got what these did not. */
  blameProxies(): Promise<void>;
  /** No other proxy did. Returns the reason to report, if it is that of the target. */
  blameNone(): Promise<FailureReason | undefined>;
};

const ofTheProxy: { [reason in FailureReason]?: FailureReason } = {
  target_timeout: 'timeout',
  target_closed: 'connection_closed',
  target_tls_failed: 'tls_failed',
};
const ofTheTarget: { [reason in FailureReason]?: FailureReason } = {
  timeout: 'target_timeout',
  connection_closed: 'unreachable',
  tunnel_refused: 'unreachable',
};

/** The reason if another proxy succeeds. */
export const toProxyReason = (reason: FailureReason): FailureReason => ofTheProxy[reason] ?? reason;

export function compareFailures(
  proxies: Proxies,
  pool: ResourcePool,
  client: UsageClient | undefined,
): FailureComparison {
  let undecided: FailedAttempt[] = [];
  const settle = ({ candidate, reason, latencyMs }: FailedAttempt, isCounted?: boolean) =>
    settleAttempt(proxies, pool, candidate, { error: reason, isCounted, latencyMs, client });
  const settleAll = async (
    toReason: (reason: FailureReason) => FailureReason,
    isCounted: boolean,
  ) => {
    const settled = undecided;
    undecided = [];
    for (const one of settled) await settle({ ...one, reason: toReason(one.reason) }, isCounted);
  };
  return {
    async add(failed) {
      if (failed.isComparable) undecided.push(failed);
      else await settle(failed);
    },
    blameProxies: () => settleAll(toProxyReason, true),
    async blameNone() {
      const last = undecided.at(-1)?.reason;
      const toTargetReason = (reason: FailureReason) => ofTheTarget[reason] ?? reason;
      const isTarget = undecided.length > 1;
      await settleAll(isTarget ? toTargetReason : (reason) => reason, false);
      return isTarget && last ? toTargetReason(last) : undefined;
    },
  };
}
