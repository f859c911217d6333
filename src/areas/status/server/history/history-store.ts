import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import {
  type ComponentName,
  type ComponentState,
  componentNames,
  minutesOfDay,
} from '../../wire/status.constants.ts';
import type { States } from '../components/judge-components.ts';

/** A minute of a day in UTC. */
export type Minute = { day: string; minute: number };

/** Counts the minute for each component, unless it or a later one of the day is counted. */
export async function addMinute(tx: Tx, { day, minute }: Minute, states: States): Promise<void> {
  const isIn = (state: ComponentState, expected: ComponentState) => (state === expected ? 1 : 0);
  const rows = [...states].map(([component, state]) => ({
    component,
    day: sql<Date>`${day}::date`,
    up_minutes: isIn(state, 'up'),
    degraded_minutes: isIn(state, 'degraded'),
    down_minutes: isIn(state, 'down'),
    last_minute: minute,
  }));
  await tx
    .insertInto('status_day')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['component', 'day'])
        .doUpdateSet(({ ref, eb }) => {
          const plus = (column: 'up_minutes' | 'degraded_minutes' | 'down_minutes') =>
            eb(ref(`status_day.${column}`), '+', ref(`excluded.${column}`));
          return {
            up_minutes: plus('up_minutes'),
            degraded_minutes: plus('degraded_minutes'),
            down_minutes: plus('down_minutes'),
            last_minute: ref('excluded.last_minute'),
          };
        })
        .whereRef('status_day.last_minute', '<', 'excluded.last_minute'),
    )
    .execute();
}

export type DayRow = {
  component: ComponentName;
  day: string;
  up_minutes: number;
  degraded_minutes: number;
  down_minutes: number;
};

/** From the day on, the oldest first. */
export const listDays = (db: Db, from: string): Promise<DayRow[]> =>
  db
    .selectFrom('status_day')
    .select([
      'component',
      sql<string>`day::text`.as('day'),
      'up_minutes',
      'degraded_minutes',
      'down_minutes',
    ])
    .where('component', 'in', componentNames)
    .where('day', '>=', sql<Date>`${from}::date`)
    .orderBy('day')
    .execute() as Promise<DayRow[]>;

/** Whole days, of which no minute will be added. */
export async function insertDays(tx: Tx, rows: readonly DayRow[]): Promise<void> {
  await tx
    .insertInto('status_day')
    .values(
      rows.map((row) => ({
        ...row,
        day: sql<Date>`${row.day}::date`,
        last_minute: minutesOfDay - 1,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteDaysBefore(tx: Tx, day: string): Promise<void> {
  await tx.deleteFrom('status_day').where('day', '<', sql<Date>`${day}::date`).execute();
}
