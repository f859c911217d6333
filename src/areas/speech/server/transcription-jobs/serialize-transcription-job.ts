import { partBytes } from '../../wire/transcription-jobs.constants.ts';
import type { TranscriptionJobWire } from '../../wire/transcription-jobs.ts';
import { roundTo } from '../transcription/transcribe.ts';
import { countParts } from './recording-files.ts';
import type { JobRow } from './transcription-job-store.ts';

export function listMissingParts({ size_bytes, uploaded_parts, status }: JobRow): number[] {
  if (status !== 'uploading') return [];
  const uploaded = new Set(uploaded_parts);
  return Array.from({ length: countParts(size_bytes) }, (_, at) => at + 1).filter(
    (number) => !uploaded.has(number),
  );
}

function computeProgress({ status, seconds, seconds_done }: JobRow): number {
  if (status === 'complete') return 100;
  return seconds ? Math.min(99, Math.floor((seconds_done / seconds) * 100)) : 0;
}

export const serializeTranscriptionJob = (row: JobRow): TranscriptionJobWire => ({
  id: row.id,
  file_name: row.file_name,
  size_bytes: row.size_bytes,
  part_bytes: partBytes,
  parts: countParts(row.size_bytes),
  missing_parts: listMissingParts(row),
  status: row.status,
  error: row.error,
  progress: computeProgress(row),
  seconds: row.seconds === null ? null : roundTo(row.seconds, 3),
  seconds_done: roundTo(row.seconds_done, 3),
  language: row.language,
  model: row.engine,
  transcript_id: row.transcript_id,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});
