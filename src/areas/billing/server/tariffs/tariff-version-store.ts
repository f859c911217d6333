// Versions of tariffs, as staff draft and publish them.
import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Tariff } from '#kernel/database/schema.d.ts';
import type { TariffRow } from './tariff-store.ts';

export type VersionRow = TariffRow & { subscribers: bigint };

const withSubscribers = (db: Db) =>
  db
    .selectFrom('tariff')
    .selectAll()
    .select(
      sql<bigint>`(
        select count(*) from subscription s
        where s.tariff_id = tariff.id
          and s.status in ('pending', 'trialing', 'active', 'past_due', 'suspended')
      )`.as('subscribers'),
    );

export const listVersions = (db: Db): Promise<VersionRow[]> =>
  withSubscribers(db)
    .orderBy('sort_order')
    .orderBy('slug')
    .orderBy('version', 'desc')
    .execute() as unknown as Promise<VersionRow[]>;

export const findVersion = (db: Db, id: number): Promise<VersionRow | undefined> =>
  withSubscribers(db).where('id', '=', id).executeTakeFirst() as unknown as Promise<
    VersionRow | undefined
  >;

/** Serialises numbering and publishing the versions of one slug until the transaction ends. */
export async function lockSlug(tx: Tx, slug: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tariff:${slug}`}, 0))`.execute(tx);
}

/** The newest version of a slug in any state. */
export const findNewest = (db: Db, slug: string): Promise<TariffRow | undefined> =>
  db
    .selectFrom('tariff')
    .selectAll()
    .where('slug', '=', slug)
    .orderBy('version', 'desc')
    .executeTakeFirst() as Promise<TariffRow | undefined>;

export async function insertDraft(db: Db, values: Insertable<Tariff>): Promise<number> {
  const { id } = await db
    .insertInto('tariff')
    .values({ ...values, published_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Supersedes the version that was published before. */
export async function publish(tx: Tx, { id, slug }: TariffRow, now: Date): Promise<void> {
  await tx
    .updateTable('tariff')
    .set({ superseded_at: now, updated_at: now })
    .where('slug', '=', slug)
    .where('superseded_at', 'is', null)
    .where('published_at', 'is not', null)
    .execute();
  await tx
    .updateTable('tariff')
    .set({ published_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function retire(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('tariff')
    .set({ is_active: false, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function deleteDraft(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('tariff').where('id', '=', id).where('published_at', 'is', null).execute();
}
