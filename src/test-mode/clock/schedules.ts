// When the queues of an account run while its time is moved. Each minute of a year would take hours,
// so of their slots only those are used at which something can be due.
import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';

/** The minutes and the hours (UTC) at which a queue runs. */
export type Schedule = { minutes: readonly number[]; hours: readonly number[] };

/** Reads what our schedules consist of: numbers, ranges, steps and `*`, for minutes and hours. */
export function readSchedule(cron: string): Schedule {
  const [minute = '', hour = '', ...days] = cron.split(' ');
  if (days.join(' ') !== '* * *') throw new Error(`The schedule ${cron} is not one of each day.`);
  return { minutes: readField(minute, 60), hours: readField(hour, 24) };
}

function readField(text: string, count: number): number[] {
  const [, from = '', to = '', step = '1'] = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(text) ?? [
    text,
    'x',
  ];
  const first = from === '' ? 0 : Number(from);
  const last = from === '' ? count - 1 : Number(to || from);
  const numbers = Array.from({ length: count }, (_, at) => at).filter(
    (at) => at >= first && at <= last && (at - first) % Number(step) === 0,
  );
  if (numbers.length === 0) throw new Error(`A schedule has the unknown field ${text}.`);
  return numbers;
}

/** The first slot at this time or later. */
export function slotFrom({ minutes, hours }: Schedule, fromMs: number): number {
  const dayStart = Math.floor(fromMs / dayMs) * dayMs;
  for (const day of [dayStart, dayStart + dayMs])
    for (const hour of hours) {
      const start = day + hour * hourMs;
      if (start + hourMs <= fromMs) continue;
      const minute = minutes.find((at) => start + at * minuteMs >= fromMs);
      if (minute !== undefined) return start + minute * minuteMs;
    }
  throw new Error('A schedule has no slot.');
}

/**
 * The next slot after `afterMs` of those that follow one of these times of a day. What is due some
 * days before or after a stored time is so due at its time of day.
 */
export function nextSlot(
  schedule: Schedule,
  timesOfDay: readonly number[],
  afterMs: number,
): number {
  const slots = timesOfDay.flatMap((time) => {
    const last = Math.floor((afterMs - time) / dayMs) * dayMs + time;
    return [last, last + dayMs].map((at) => slotFrom(schedule, at));
  });
  return Math.min(...slots.filter((slot) => slot > afterMs));
}

const timesMax = 4;

/** Midnight, when months begin, and the time of day of what is due next. */
export function timesOfDayOf(due: readonly Date[], now: Date): number[] {
  const nearest = due
    .map((at) => at.getTime())
    .sort((a, b) => Math.abs(a - now.getTime()) - Math.abs(b - now.getTime()));
  const times = nearest.map((ms) => Math.ceil(ms / minuteMs) * minuteMs).map((ms) => ms % dayMs);
  return [...new Set([0, ...times])].slice(0, timesMax + 1);
}
