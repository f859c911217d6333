import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { SandboxCard, SandboxCardSetup } from '#kernel/database/schema.d.ts';
import type { CardBehavior } from './sandbox-card-behaviors.ts';

export type CardSetupRow = Selectable<SandboxCardSetup>;
export type CardRow = Selectable<SandboxCard> & { behavior: CardBehavior };

/** Creates the setup, or returns the existing one of this id. */
export async function saveSetup(
  tx: Tx,
  values: Insertable<SandboxCardSetup>,
): Promise<CardSetupRow> {
  await tx
    .insertInto('sandbox_card_setup')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return (await findSetup(tx, values.id))!;
}

export const findSetup = (db: Db, id: string): Promise<CardSetupRow | undefined> =>
  db.selectFrom('sandbox_card_setup').selectAll().where('id', '=', id).executeTakeFirst();

export const findSetupByProviderId = (db: Db, id: string): Promise<CardSetupRow | undefined> =>
  db
    .selectFrom('sandbox_card_setup')
    .selectAll()
    .where('provider_setup_id', '=', id)
    .executeTakeFirst();

export const findCardOfSetup = (db: Db, setupId: string): Promise<CardRow | undefined> =>
  db
    .selectFrom('sandbox_card')
    .selectAll()
    .where('sandbox_card_setup_id', '=', setupId)
    .executeTakeFirst() as Promise<CardRow | undefined>;

/** Undefined if it is removed. */
export const findCard = (db: Db, id: string): Promise<CardRow | undefined> =>
  db
    .selectFrom('sandbox_card')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst() as Promise<CardRow | undefined>;

/** Does nothing if the setup has a card already. */
export async function insertCard(tx: Tx, values: Insertable<SandboxCard>): Promise<void> {
  await tx
    .insertInto('sandbox_card')
    .values(values)
    .onConflict((conflict) => conflict.column('sandbox_card_setup_id').doNothing())
    .execute();
}

export async function removeCards(
  tx: Tx,
  column: 'id' | 'provider_customer_id',
  value: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('sandbox_card')
    .set({ removed_at: now })
    .where(column, '=', value)
    .where('removed_at', 'is', null)
    .execute();
}
