import type { Db } from '../../database/database.ts';

export type StoredResponse = {
  fingerprint: string;
  /** When it was claimed, or the claim renewed. */
  created_at: Date;
  status: number | null;
  content_type: string | null;
  body: string | null;
  has_secret: boolean;
  is_too_large: boolean;
};
export type ResponseToStore = {
  status: number;
  contentType: string | null;
  body: string | null;
  hasSecret: boolean;
  isTooLarge: boolean;
};
/** The claim of one attempt on a key. An attempt that takes the key over has another `id`. */
export type Claim = { id: string; scope: string; key: string };

/** True when the key is new, expired, or abandoned by a process that died. */
export async function claimKey(
  db: Db,
  { id, scope, key, fingerprint, now }: Claim & { fingerprint: string; now: Date },
  { retentionHours, inFlightSecondsMax }: { retentionHours: number; inFlightSecondsMax: number },
): Promise<boolean> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const claimedRow = {
    claim_id: id,
    fingerprint,
    created_at: now,
    status: null,
    content_type: null,
    body: null,
    has_secret: false,
    is_too_large: false,
  };
  const claimed = await db
    .insertInto('idempotency_key')
    .values({ scope, key, ...claimedRow })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'key'])
        .doUpdateSet(claimedRow)
        .where((eb) =>
          eb.or([
            eb('idempotency_key.created_at', '<', ago(retentionHours * 3_600_000)),
            eb.and([
              eb('idempotency_key.status', 'is', null),
              eb('idempotency_key.created_at', '<', ago(inFlightSecondsMax * 1000)),
            ]),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}

export const findKey = (db: Db, scope: string, key: string): Promise<StoredResponse | undefined> =>
  db
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'created_at', 'status', 'content_type'])
    .select(['body', 'has_secret', 'is_too_large'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();

const openClaim = (db: Db, { id, scope, key }: Claim) =>
  db
    .updateTable('idempotency_key')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('claim_id', '=', id)
    .where('status', 'is', null);

/** Signals that the attempt is still running. */
export async function renewClaim(db: Db, claim: Claim, now: Date): Promise<void> {
  await openClaim(db, claim).set({ created_at: now }).execute();
}

/** Returns false, and has no effect, when another attempt has taken the key over. */
export async function storeResponse(
  db: Db,
  claim: Claim,
  answer: ResponseToStore,
): Promise<boolean> {
  const { numUpdatedRows } = await openClaim(db, claim)
    .set({
      status: answer.status,
      content_type: answer.contentType,
      body: answer.body,
      has_secret: answer.hasSecret,
      is_too_large: answer.isTooLarge,
    })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Keeps that the response was given, without its text. */
export async function dropBody(db: Db, { id, scope, key }: Claim): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({ body: null, is_too_large: true })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('claim_id', '=', id)
    .execute();
}

/** Has no effect when another attempt has taken the key over. */
export async function releaseKey(db: Db, { id, scope, key }: Claim): Promise<void> {
  await db
    .deleteFrom('idempotency_key')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('claim_id', '=', id)
    .where('status', 'is', null)
    .execute();
}

export async function deleteKeysBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('idempotency_key').where('created_at', '<', before).execute();
}
