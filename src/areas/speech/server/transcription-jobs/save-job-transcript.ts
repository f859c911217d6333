// Joins the pieces of a job into one transcript.
import type { Tx } from '#kernel/database/database.ts';
import type { EngineTranscript } from '../engines/engine.ts';
import type { Speech } from '../speech.ts';
import { roundTo } from '../transcription/transcribe.ts';
import { insertTranscript } from '../transcription/transcripts.ts';
import * as jobStore from './transcription-job-store.ts';

/** Returns its id. */
export async function saveJobTranscript(
  { kernel }: Speech,
  tx: Tx,
  { id, account_id: accountId, file_name, engine, language, seconds }: jobStore.JobRow,
): Promise<string> {
  const joined = joinPieces(await jobStore.listPieces(tx, id));
  const text = joined.segments.map((segment) => segment.text).join(' ');
  const transcript = { ...joined, language, languageProbability: null, text };
  return insertTranscript(kernel.clock.now(), tx, accountId, file_name, transcript, {
    seconds: seconds!,
    model: engine,
  });
}

/** Moves the times of each by its start. */
export function joinPieces(
  pieces: readonly Pick<jobStore.FinishedPiece, 'start_seconds' | 'transcript'>[],
): Pick<EngineTranscript, 'segments' | 'words'> {
  const segments = pieces.flatMap(({ start_seconds: from, transcript }) =>
    transcript.segments.map((segment) => move(segment, from)),
  );
  const words = pieces.flatMap(({ start_seconds: from, transcript }) =>
    transcript.words.map((word) => move(word, from)),
  );
  return { segments: segments.map((segment, id) => ({ ...segment, id })), words };
}

const move = <T extends { start: number; end: number }>(span: T, seconds: number): T => ({
  ...span,
  start: roundTo(span.start + seconds, 3),
  end: roundTo(span.end + seconds, 3),
});
