// Browsers that accounts signed in with before.
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { Device } from '#kernel/database/schema.d.ts';

export type DeviceRow = Selectable<Device>;

/** One row for each account that signed in with the browser. */
export const listDevices = (
  db: Db,
  tokenHash: Buffer,
): Promise<(DeviceRow & { email: string })[]> =>
  db
    .selectFrom('device')
    .innerJoin('account', 'account.id', 'device.account_id')
    .selectAll('device')
    .select('account.email')
    .where('device.token_hash', '=', tokenHash)
    .execute();

export async function insertDevice(db: Db, device: Insertable<Device>): Promise<void> {
  await db.insertInto('device').values(device).execute();
}

/** False if the device was deleted. */
export async function touchDevice(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('device')
    .set({ last_seen_at: now })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function setDeviceToken(db: Db, id: string, tokenHash: Buffer): Promise<void> {
  await db.updateTable('device').set({ token_hash: tokenHash }).where('id', '=', id).execute();
}

export async function deleteDevices(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('device').where('account_id', '=', accountId).execute();
}
