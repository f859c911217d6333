import type { Db } from '../database/database.ts';

export type KeptAnswer = {
  fingerprint: string;
  status: number | null;
  content_type: string | null;
  body: string | null;
  holds_secret: boolean;
};
type Claim = { scope: string; key: string; fingerprint: string; now: Date };

/** True when the key is new, kept longer than it must be, or was left behind by a dead process. */
export async function claimKey(
  db: Db,
  claim: Claim,
  { keptHours, inFlightSecondsMax }: { keptHours: number; inFlightSecondsMax: number },
): Promise<boolean> {
  const ago = (ms: number) => new Date(claim.now.getTime() - ms);
  const fresh = {
    fingerprint: claim.fingerprint,
    created_at: claim.now,
    status: null,
    content_type: null,
    body: null,
    holds_secret: false,
  };
  const claimed = await db
    .insertInto('idempotency_key')
    .values({ scope: claim.scope, key: claim.key, ...fresh })
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
    .select(['fingerprint', 'status', 'content_type', 'body', 'holds_secret'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();

export async function keepAnswer(
  db: Db,
  scope: string,
  key: string,
  answer: { status: number; contentType: string | null; body: string | null; holdsSecret: boolean },
): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({
      status: answer.status,
      content_type: answer.contentType,
      body: answer.holdsSecret ? null : answer.body,
      holds_secret: answer.holdsSecret,
    })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute();
}

export async function releaseKey(db: Db, scope: string, key: string): Promise<void> {
  await db
    .deleteFrom('idempotency_key')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute();
}

export async function deleteKeysBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('idempotency_key').where('created_at', '<', before).execute();
}
