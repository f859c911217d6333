// A recording into text: what it is, how long it truly is, where somebody speaks, then the engine.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { CallUsage } from '#kernel/http/metering.ts';
import type { Actor } from '#kernel/ports.ts';
import type * as contract from '../contract.ts';
import * as errors from '../speech-errors.ts';
import { audioBytesMax, audioSecondsMax } from '../speech-limits.ts';
import { toSrt, toVtt } from '../subtitles.ts';
import { decodeAudio, decodedRate } from './decode-audio.ts';
import type { Heard, Listening, TranscriptionEngine } from './engines/engine.ts';
import { knows, pickTranscription } from './engines/engines.ts';
import { inJobFolder } from './job-folder.ts';
import { findReader } from './media-kinds.ts';
import { baseLanguage } from './scripts.ts';
import { type Speech, work as workInLane } from './speech.ts';
import { keepTranscript, refuseBeyondLimit } from './transcripts.ts';
import type { Span } from './voice-activity.ts';

export type TranscribeInput = z.output<typeof contract.transcribe.body>;
export type CallContext = { usage: CallUsage; signal: AbortSignal; requestId: string };

const vadTimeoutMs = 30_000;

/** Throws what the contract declares, or the signal's reason. */
export async function transcribe(
  speech: Speech,
  actor: Actor,
  input: TranscribeInput,
  audio: Buffer,
  call: CallContext,
): Promise<contract.TranscriptionWire> {
  if (audio.length > audioBytesMax)
    throw apiError(errors.audioTooLarge, { bytes_max: audioBytesMax });
  const engine = await chooseEngine(speech, input);
  if (input.store) await refuseBeyondLimit(speech, actor);
  const reader = await findReader(audio);
  if (!reader) throw apiError(errors.undecodableAudio);
  const asker = { accountId: actor.accountId, signal: call.signal };
  const { seconds, heard } = await workInLane(speech, speech.listening, asker, () =>
    inJobFolder((folder) => listen(speech, { input, audio, call, engine, reader, folder })),
  );
  const segments = heard.segments.filter(({ text }) => text !== '');
  const full = { ...heard, segments, text: segments.map(({ text }) => text).join(' ') };
  const kept = input.store
    ? await keepTranscript(speech, actor, input, full, seconds, engine.id)
    : null;
  const units = roundTo(seconds, 3);
  call.usage.count(units);
  return {
    ...shape(input, full),
    language: full.language,
    language_probability: full.languageProbability,
    duration: units,
    model: engine.id,
    no_speech: segments.length === 0,
    transcript_id: kept,
    usage: { seconds: units, billed_units: units },
    request_id: call.requestId,
  };
}

type Job = {
  input: TranscribeInput;
  audio: Buffer;
  call: CallContext;
  engine: TranscriptionEngine;
  reader: string;
  folder: string;
};

async function listen(
  speech: Speech,
  { input, audio, call, engine, reader, folder }: Job,
): Promise<{ seconds: number; heard: Heard }> {
  const { signal } = call;
  const originalFile = path.join(folder, `recording.${reader}`);
  await writeFile(originalFile, audio, { signal });
  const to = path.join(folder, 'samples.raw');
  const asked = { from: originalFile, reader, to, secondsMax: audioSecondsMax, signal };
  const decoded = await decodeAudio(asked);
  if (!decoded) throw apiError(errors.undecodableAudio);
  const { seconds, file: samplesFile } = decoded;
  if (seconds > audioSecondsMax)
    throw apiError(errors.audioTooLong, { seconds_max: audioSecondsMax });
  await call.usage.reserve(roundTo(seconds, 3));
  const spans = input.vad ? await findSpans(speech, samplesFile, signal) : null;
  if (spans?.length === 0) return { seconds, heard: silence };
  const job: Listening = {
    samplesFile,
    originalFile,
    reader,
    seconds,
    speech: spans ?? [{ start: 0, end: seconds }],
    language: input.language && baseLanguage(input.language),
    prompt: input.prompt,
    keywords: input.keywords,
    temperature: input.temperature,
    isTranslated: input.translate,
  };
  const heard = await engine.transcribe(job, signal);
  return { seconds, heard: spans ? withinSpeech(heard, spans) : heard };
}

const silence: Heard = { language: null, languageProbability: null, segments: [], words: [] };

const findSpans = ({ pool }: Speech, file: string, signal: AbortSignal): Promise<Span[]> =>
  pool.run('findSpeechIn', { file, sampleRate: decodedRate }, { timeoutMs: vadTimeoutMs, signal });

/** Words that an engine heard where nobody speaks are its own invention. */
function withinSpeech(heard: Heard, spans: readonly Span[]): Heard {
  const isSpoken = ({ start, end }: Span) =>
    spans.some((span) => start < span.end && end > span.start);
  const segments = heard.segments.filter(isSpoken).map((one, id) => ({ ...one, id }));
  return { ...heard, segments, words: heard.words.filter(isSpoken) };
}

/** Throws 400 for a model that does not exist, 503 for one that is not here. */
async function chooseEngine(speech: Speech, input: TranscribeInput): Promise<TranscriptionEngine> {
  const { model, language } = input;
  const { transcription } = speech.engines;
  const named = transcription.find(({ id }) => id === model);
  if (model !== undefined && !named)
    throw new InvalidInput({ model: [`"${model}" is not a valid choice.`] });
  const picked = named ?? (await pickTranscription(transcription, language));
  if (!picked || !(await picked.isAvailable())) return refuse(transcription, picked, language);
  if (!knows(picked, language))
    throw apiError(errors.unsupportedLanguage, { available: [...picked.languages] });
  const option = askedOptions(input).find((one) => !picked.options.includes(one));
  if (option) throw apiError(errors.unsupportedOption, { option, model: picked.id });
  return picked;
}

async function refuse(
  engines: readonly TranscriptionEngine[],
  picked: TranscriptionEngine | null,
  language: string | undefined,
): Promise<never> {
  const other = picked ? null : await pickTranscription(engines, undefined);
  if (other && language)
    throw apiError(errors.unsupportedLanguage, { available: [...other.languages] });
  const enable = picked ? picked.enable : engines.map((engine) => engine.enable).join(' Or: ');
  throw apiError(errors.providerUnavailable, { enable });
}

const askedOptions = (input: TranscribeInput): string[] => [
  ...(input.prompt ? ['prompt'] : []),
  ...(input.keywords?.length ? ['keywords'] : []),
  ...(input.temperature ? ['temperature'] : []),
  ...(input.diarize ? ['diarize'] : []),
  ...(input.translate ? ['translate'] : []),
  ...(input.timestamp_granularities?.includes('word') ? ['words'] : []),
];

type Full = Heard & { text: string };

/** The parts of the answer that the asked format fills. */
function shape(
  { response_format: format, timestamp_granularities: wanted = [] }: TranscribeInput,
  full: Full,
) {
  const isVerbose = format === 'verbose_json';
  const srt = format === 'srt' ? { srt: toSrt(full.segments) } : {};
  const vtt = format === 'vtt' ? { vtt: toVtt(full.segments) } : {};
  return {
    text: srt.srt ?? vtt.vtt ?? full.text,
    segments: isVerbose || wanted.includes('segment') ? full.segments : [],
    words: isVerbose || wanted.includes('word') ? full.words : [],
    ...srt,
    ...vtt,
  };
}

export function roundTo(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
