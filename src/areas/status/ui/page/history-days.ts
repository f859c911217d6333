// The bars of a component: one for each day, those that were not measured among them. Pure.
import { dayMs, minuteMs, secondMs } from '#lib/durations.ts';
import { formatList, formatUtcDate, formatWait } from '#lib/format.ts';
import { type ComponentState, historyDays, minutesOfDay } from '../../wire/status.constants.ts';
import type { StatusDayWire } from '../../wire/status.ts';

/** `unmeasured`: nothing is known of the day, or of too much of it. */
export type DayState = ComponentState | 'unmeasured';
export type HistoryDay = StatusDayWire & { state: DayState; unmeasured_minutes: number };

/** The job may be late by this much; a share of a whole day. */
const lateMinutesMax = 5;
const unmeasuredShareMax = 0.1;

/** The last 90 days until this moment, the oldest first. */
export function fillHistory(measured: readonly StatusDayWire[], now: Date): HistoryDay[] {
  const byDay = new Map(measured.map((one) => [one.day, one]));
  const startMs = now.getTime() - (now.getTime() % dayMs);
  return Array.from({ length: historyDays }, (_, at) => {
    const dayStartMs = startMs - (historyDays - 1 - at) * dayMs;
    const day = new Date(dayStartMs).toISOString().slice(0, 10);
    const minutes = Math.min(minutesOfDay, Math.floor((now.getTime() - dayStartMs) / minuteMs));
    const none = { day, up_minutes: 0, degraded_minutes: 0, down_minutes: 0 };
    return judgeDay(byDay.get(day) ?? none, minutes);
  });
}

function judgeDay(day: StatusDayWire, minutesSoFar: number): HistoryDay {
  const { up_minutes, degraded_minutes, down_minutes } = day;
  const measured = up_minutes + degraded_minutes + down_minutes;
  const missing = minutesSoFar - measured;
  const unmeasured_minutes = missing > lateMinutesMax ? missing : 0;
  const isUnknown = measured === 0 || unmeasured_minutes > unmeasuredShareMax * minutesSoFar;
  const state =
    down_minutes > 0 ? 'down' : degraded_minutes > 0 ? 'degraded' : isUnknown ? 'unmeasured' : 'up';
  return { ...day, state, unmeasured_minutes };
}

const formatMinutes = (minutes: number): string => formatWait((minutes * minuteMs) / secondMs);

/** `21 Nov 2026: down for 12 minutes`. */
export const describeDay = (day: HistoryDay): string =>
  `${formatUtcDate(new Date(day.day))}: ${describeMinutes(day)}`;

export function describeMinutes(day: HistoryDay): string {
  const { up_minutes, degraded_minutes, down_minutes, unmeasured_minutes } = day;
  if (up_minutes + degraded_minutes + down_minutes === 0) return 'no data';
  const parts = [
    ...(down_minutes > 0 ? [`down for ${formatMinutes(down_minutes)}`] : []),
    ...(degraded_minutes > 0 ? [`disrupted for ${formatMinutes(degraded_minutes)}`] : []),
    ...(unmeasured_minutes > 0 ? [`no data for ${formatMinutes(unmeasured_minutes)}`] : []),
  ];
  return parts.length > 0 ? formatList(parts) : 'no disturbance';
}
