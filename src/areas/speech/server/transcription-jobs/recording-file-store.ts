import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';

/** What unfinished jobs still read: all uploaded parts, or the pieces that were made of them. */
export async function listFilesInUse(
  db: Db,
): Promise<{ id: string; kind: string; number: number }[]> {
  const { rows } = await sql<{ id: string; kind: string; number: number }>`
    select id, 'part' as kind, unnest(uploaded_parts) as number from speech_transcription_job job
    where finished_at is null and deleted_at is null
      and not exists (select from speech_transcription_piece where job_id = job.id)
    union all
    select job_id, 'piece', number from speech_transcription_piece
    join speech_transcription_job on id = job_id
    where transcript is null and finished_at is null and deleted_at is null`.execute(db);
  return rows;
}
