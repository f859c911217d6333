import type { Db } from '../database/database.ts';

export type KeptAnswer = {
  fingerprint: string;
  status: number | null;
  content_type: string | null;
  body: string | null;
  holds_secret: boolean;
  is_too_large: boolean;
};
export type AnswerToKeep = {
  status: number;
  contentType: string | null;
  body: string | null;
  holdsSecret: boolean;
  isTooLarge: boolean;
};
/** One attempt's hold on a key. Who took it over has another `id`. */
export type Claim = { id: string; scope: string; key: string };

/** True when the key is new, kept longer than it must be, or was left behind by a dead process. */
export async function claimKey(
  db: Db,
  { id, scope, key, fingerprint, now }: Claim & { fingerprint: string; now: Date },
  { keptHours, inFlightSecondsMax }: { keptHours: number; inFlightSecondsMax: number },
): Promise<boolean> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const fresh = {
    claim_id: id,
    fingerprint,
    created_at: now,
    status: null,
    content_type: null,
    body: null,
    holds_secret: false,
    is_too_large: false,
  };
  const claimed = await db
    .insertInto('idempotency_key')
    .values({ scope, key, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'key'])
        .doUpdateSet(fresh)
        .where((eb) =>
          eb.or([
            eb('idempotency_key.created_at', '<', ago(keptHours * 3_600_000)),
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

export const findKey = (db: Db, scope: string, key: string): Promise<KeptAnswer | undefined> =>
  db
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'status', 'content_type', 'body', 'holds_secret', 'is_too_large'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();

const held = (db: Db, { id, scope, key }: Claim) =>
  db
    .updateTable('idempotency_key')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('claim_id', '=', id)
    .where('status', 'is', null);

/** Says that the attempt still works. */
export async function renewClaim(db: Db, claim: Claim, now: Date): Promise<void> {
  await held(db, claim).set({ created_at: now }).execute();
}

/** Changes nothing when another attempt has taken the key over. */
export async function keepAnswer(db: Db, claim: Claim, answer: AnswerToKeep): Promise<void> {
  await held(db, claim)
    .set({
      status: answer.status,
      content_type: answer.contentType,
      body: answer.body,
      holds_secret: answer.holdsSecret,
      is_too_large: answer.isTooLarge,
    })
    .execute();
}

/** Changes nothing when another attempt has taken the key over. */
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
