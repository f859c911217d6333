// Runs a transcription engine, in parts where its segments are wanted as they are recognized.
import type { SegmentWire } from '../../wire/transcriptions.ts';
import type { TimeSpan } from '../audio/voice-activity.ts';
import type { EngineTranscript, TranscriptionEngine, TranscriptionJob } from '../engines/engine.ts';

export type OnSegments = (segments: readonly SegmentWire[]) => void;
type Run = {
  signal: AbortSignal;
  onSegments?: OnSegments;
  clean: (transcript: EngineTranscript) => EngineTranscript;
};

/** Whisper works on 30 s at a time, so that shorter parts would take as long. */
const partSecondsMax = 28;

export async function runEngine(
  engine: TranscriptionEngine,
  job: TranscriptionJob,
  { signal, onSegments, clean }: Run,
): Promise<EngineTranscript> {
  const parts = onSegments && !engine.needsWhole ? toParts(job.speech) : [job.speech];
  const whole: EngineTranscript = {
    language: null,
    languageProbability: null,
    segments: [],
    words: [],
  };
  for (const speech of parts) {
    // The language of the first words is that of the recording.
    const language = job.language ?? whole.language ?? undefined;
    const part = clean(await engine.transcribe({ ...job, speech, language }, signal));
    whole.language ??= part.language;
    whole.languageProbability ??= part.languageProbability;
    const from = whole.segments.length;
    const segments = part.segments.map((segment, at) => ({ ...segment, id: from + at }));
    whole.segments.push(...segments);
    whole.words.push(...part.words);
    onSegments?.(segments);
  }
  return whole;
}

/** Spans that follow each other, up to 28 s; a longer span is a part of its own. */
export function toParts(spans: readonly TimeSpan[]): TimeSpan[][] {
  const parts: TimeSpan[][] = [];
  for (const span of spans) {
    const [first] = parts.at(-1) ?? [];
    if (first && span.end - first.start <= partSecondsMax) parts.at(-1)?.push(span);
    else parts.push([span]);
  }
  return parts;
}
