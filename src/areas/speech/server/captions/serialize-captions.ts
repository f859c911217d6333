import { captionsPartSecondsMax, captionsSecondsMax } from '../../wire/captions.constants.ts';
import type { CaptionsPartWire, CaptionsWire } from '../../wire/captions.ts';
import { decodedRate } from '../audio/decode-audio.ts';
import { roundTo } from '../transcription/transcribe.ts';
import { joinPieces } from '../transcription-jobs/save-job-transcript.ts';
import type { CaptionsPartRow, CaptionsRow } from './captions-store.ts';

export const serializeCaptions = (row: CaptionsRow): CaptionsWire => ({
  id: row.id,
  title: row.title,
  status: row.finished_at ? 'finished' : 'open',
  model: row.engine,
  language: row.language,
  seconds: roundTo(row.samples / decodedRate, 3),
  seconds_max: captionsSecondsMax,
  part_seconds_max: captionsPartSecondsMax,
  transcript_id: row.transcript_id,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});

export const serializeCaptionsPart = (row: CaptionsPartRow): CaptionsPartWire => ({
  number: row.number,
  seconds: row.counted_ms / 1000,
  language: row.transcript.language,
  ...joinPieces([row]),
});
