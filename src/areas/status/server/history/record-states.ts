// The history of the status page: every minute is counted by what was found in it.
import type { Kernel } from '#kernel/kernel.ts';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { historyDays } from '../../wire/status.constants.ts';
import { judgeComponents } from '../components/judge-components.ts';
import { readFindings } from '../components/read-findings.ts';
import { addMinute, deleteDaysBefore, type Minute } from './history-store.ts';

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export const minuteOf = (at: Date): Minute => ({
  day: dayOf(at),
  minute: Math.floor((at.getTime() % dayMs) / minuteMs),
});

/** The first day of the history. */
export const firstDay = (now: Date): string =>
  dayOf(new Date(now.getTime() - (historyDays - 1) * dayMs));

export async function recordStates(kernel: Kernel): Promise<void> {
  const { work, clock } = kernel;
  // Before the checks, which take up to three seconds.
  const minute = minuteOf(clock.now());
  const states = judgeComponents(await readFindings(kernel));
  await work.write((tx) => addMinute(tx, minute, states));
}

export const purgeHistory = ({ work, clock }: Kernel): Promise<void> =>
  work.write((tx) => deleteDaysBefore(tx, firstDay(clock.now())));
