import type { Logger } from '../../observability/logging.ts';
import type { Admission } from './admission.ts';

const calmMs = 5000;

/** Refused calls are counted; only the begin and the end of an overload are logged. */
export function createOverloadLog(log: Pick<Logger, 'info' | 'warn'>) {
  let refused = 0;
  let lastMs = 0;
  let refusedBefore: number | null = null;
  return {
    refused: () => refused,
    record(nowMs: number, state: ReturnType<Admission['stats']>): void {
      if (refusedBefore === null) {
        refusedBefore = refused;
        log.warn(state, 'overloaded: calls are refused');
      }
      refused++;
      lastMs = nowMs;
    },
    /** Called regularly: logs the end. */
    check(nowMs: number): void {
      if (refusedBefore === null || nowMs - lastMs < calmMs) return;
      log.info({ refused: refused - refusedBefore }, 'no longer overloaded');
      refusedBefore = null;
    },
  };
}
