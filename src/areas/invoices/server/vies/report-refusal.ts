import type { Kernel } from '#kernel/kernel.ts';
import type { ReportRefusal } from './vies.ts';
import { deleteRefusal, findRefusal, saveRefusal } from './vies-refusal-store.ts';

/** Logged, and on /admin/system until VIES accepts our number again. */
export const createReport =
  ({ work, clock, log }: Pick<Kernel, 'work' | 'clock' | 'log'>): ReportRefusal =>
  async (reason) => {
    if (reason !== null) {
      log.error({ userError: reason }, 'VIES refuses our own VAT number');
      return work.write((tx) => saveRefusal(tx, reason, clock.now()));
    }
    if (await work.read(findRefusal)) await work.write(deleteRefusal);
  };
