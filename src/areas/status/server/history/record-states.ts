// The history of the status page: every minute is counted by what was found in it.
import type { Kernel } from '#kernel/kernel.ts';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { historyDays } from '../../wire/status.constants.ts';
import { judgeComponents } from '../components/judge-components.ts';
import { readFindings } from '../components/read-findings.ts';
import { addMinute, deleteDaysBefore, type Minute } from './history-store.ts';

const toDay = (at: Date): string => at.toISOString().slice(0, 10);

export const toMinute = (at: Date): Minute => ({
  day: toDay(at),
  minute: Math.floor((at.getTime() % dayMs) / minuteMs),
});

/** The first day of the history. */
export const firstDay = (now: Date): string =>
  toDay(new Date(now.getTime() - (historyDays - 1) * dayMs));

export async function recordStates(kernel: Kernel): Promise<void> {
  const { work, clock } = kernel;
  // Before the checks, which take up to three seconds.
  const minute = toMinute(clock.now());
  const states = judgeComponents(await readFindings(kernel));
  await work.write((tx) => addMinute(tx, minute, states));
}

export const purgeHistory = ({ work, clock }: Kernel): Promise<void> =>
  work.write((tx) => deleteDaysBefore(tx, firstDay(clock.now())));
