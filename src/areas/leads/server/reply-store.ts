import type { Insertable } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { LeadReply } from '#kernel/database/schema.d.ts';

export async function insertReply(db: Db, reply: Insertable<LeadReply>): Promise<void> {
  await db.insertInto('lead_reply').values(reply).execute();
}

export const listReplies = (db: Db, leadId: number) =>
  db
    .selectFrom('lead_reply')
    .leftJoin('account', 'account.id', 'lead_reply.account_id')
    .selectAll('lead_reply')
    .select('account.email as by')
    .where('lead_id', '=', leadId)
    .orderBy('lead_reply.created_at')
    .orderBy('lead_reply.id')
    .limit(200)
    .execute();
