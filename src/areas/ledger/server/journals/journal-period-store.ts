// Journals of a period. Their ids grow with time, so the index of the ids finds them.
import { type RawBuilder, sql } from 'kysely';
import { hourMs } from '#lib/durations.ts';

export type JournalPeriod = {
  /** Inclusive. */
  from: Date;
  /** Exclusive. */
  until: Date;
  /** The last id of the page before. */
  last?: string | undefined;
};

/** Ids are made before the journal is posted, by a process whose clock may be off. */
const clockToleranceMs = hourMs;

/** Lower than every id that is made `lateMs` after this time or later. */
function firstIdAt(at: Date, lateMs: number): string {
  const hex = (at.getTime() + lateMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** A condition on `journal j`. */
export const postedIn = ({ from, until, last }: JournalPeriod): RawBuilder<boolean> => sql<boolean>`
  j.id > ${last ?? firstIdAt(from, -clockToleranceMs)}::uuid
  and j.id < ${firstIdAt(until, clockToleranceMs)}::uuid
  and j.created_at >= ${from} and j.created_at < ${until}`;
