// Attempts to save a card.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { CardSetup } from '#kernel/database/schema.d.ts';
import { dayMs } from '#lib/durations.ts';
import type { cardSetupStatuses } from '../../wire/cards.constants.ts';

export type SetupRow = Selectable<CardSetup> & { status: (typeof cardSetupStatuses)[number] };

const retentionDays = 7;

export const insertSetup = (tx: Tx, values: Insertable<CardSetup>): Promise<SetupRow> =>
  tx
    .insertInto('card_setup')
    .values(values)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<SetupRow>;

export const findSetup = (db: Db, id: string): Promise<SetupRow | undefined> =>
  db.selectFrom('card_setup').selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    SetupRow | undefined
  >;

export const lockSetup = (tx: Tx, id: string): Promise<SetupRow | undefined> =>
  tx
    .selectFrom('card_setup')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as Promise<SetupRow | undefined>;

export const updateSetup = (tx: Tx, id: string, values: Updateable<CardSetup>): Promise<SetupRow> =>
  tx
    .updateTable('card_setup')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<SetupRow>;

/** True for the one caller that may ask the provider now. */
export async function claimSetupCheck(
  tx: Tx,
  id: string,
  now: Date,
  everyMs: number,
): Promise<boolean> {
  const row = await tx
    .updateTable('card_setup')
    .set({ checked_at: now })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where((eb) =>
      eb.or([
        eb('checked_at', 'is', null),
        eb('checked_at', '<=', new Date(now.getTime() - everyMs)),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Open setups not checked since a time, longest unchecked first. */
export async function listSetupsToCheck(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('card_setup')
    .select('id')
    .where('status', '=', sql.lit('open'))
    .where('created_at', '<', before)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', before)]))
    .orderBy('checked_at', (ob) => ob.asc().nullsFirst())
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Those without a card are of no use once a late event can not come any more. */
export async function deleteExpiredSetups(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom('card_setup')
    .where('status', '=', sql.lit('expired'))
    .where('expires_at', '<', new Date(now.getTime() - retentionDays * dayMs))
    .execute();
}
