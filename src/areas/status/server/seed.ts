// Demo data: a history of 90 days, and two incidents that are over.
import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import { componentNames, historyDays, minutesOfDay } from '../wire/status.constants.ts';
import { type DayRow, insertDays } from './history/history-store.ts';
import { firstDay, toMinute } from './history/record-states.ts';
import { countIncidents, insertIncident, insertUpdate } from './incidents/incident-store.ts';
import type { Status } from './status.ts';

const demoStaff = 'staff@example.com';

const demoIncidents = [
  {
    daysAgo: 41,
    component: 'mail',
    impact: 'degraded',
    title: 'Sign-in codes arrive late',
    updates: [
      [0, 'investigating', 'Some codes take several minutes to arrive. We look for the cause.'],
      [25, 'identified', 'Our mail provider puts off messages. We send codes over a second one.'],
      [70, 'resolved', 'Codes arrive within seconds again.'],
    ],
  },
  {
    daysAgo: 6,
    component: 'transcription',
    impact: 'down',
    title: 'Transcription of recordings fails',
    updates: [
      [0, 'investigating', 'Recordings are not transcribed. Those that you upload are kept.'],
      [18, 'monitoring', 'A full disk is cleared, and waiting recordings are transcribed.'],
      [47, 'resolved', 'All recordings of this morning are transcribed.'],
    ],
  },
] as const;
type DemoIncident = (typeof demoIncidents)[number];

/** Idempotent. */
export async function seedStatus({ kernel }: Status): Promise<void> {
  const now = kernel.clock.now();
  await kernel.work.write(async (tx) => {
    if ((await countIncidents(tx)) > 0) return;
    const author = await findAccountByEmail(tx, demoStaff);
    if (!author) return;
    for (const incident of demoIncidents) await insertDemo(tx, incident, author.id, now);
    await insertDays(tx, demoDays(now));
  });
}

const toStart = ({ daysAgo }: DemoIncident, now: Date) =>
  new Date(now.getTime() - daysAgo * dayMs - hourMs);
const readMinutes = ({ updates }: DemoIncident) => updates[2][0];

async function insertDemo(tx: Tx, demo: DemoIncident, authorId: number, now: Date) {
  const startedAt = toStart(demo, now);
  const at = (minutes: number) => new Date(startedAt.getTime() + minutes * minuteMs);
  const endedAt = at(readMinutes(demo));
  const id = createId(startedAt);
  const impacts = { [demo.component]: demo.impact };
  await insertIncident(tx, {
    id,
    impacts,
    title: demo.title,
    state: 'resolved',
    started_at: startedAt,
    resolved_at: endedAt,
    updated_at: endedAt,
  });
  for (const [minutes, state, message] of demo.updates)
    await insertUpdate(tx, {
      id: createId(at(minutes)),
      incident_id: id,
      state,
      impacts,
      message,
      created_by: authorId,
      created_at: at(minutes),
    });
}

/** All days before today. */
function demoDays(now: Date): DayRow[] {
  const days = Array.from(
    { length: historyDays - 1 },
    (_, at) => toMinute(new Date(Date.parse(firstDay(now)) + at * dayMs)).day,
  );
  return componentNames.flatMap((component) =>
    days.map((day) => {
      const demo = demoIncidents.find(
        (one) => one.component === component && toMinute(toStart(one, now)).day === day,
      );
      const minutes = demo ? readMinutes(demo) : 0;
      return {
        component,
        day,
        up_minutes: minutesOfDay - minutes,
        degraded_minutes: demo?.impact === 'degraded' ? minutes : 0,
        down_minutes: demo?.impact === 'down' ? minutes : 0,
      };
    }),
  );
}
