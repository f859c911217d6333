// Transcribes audio: detects the type, decodes, measures, finds speech, then runs the engine.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { CallUsage } from '#kernel/http/metering.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import type { Actor } from '#kernel/ports.ts';
import * as errors from '../../wire/errors.ts';
import type * as contract from '../../wire/index.ts';
import {
  audioBytesMax,
  audioSecondsMax,
  type EngineOption,
  engineOptions,
} from '../../wire/speech.constants.ts';
import { toSrt, toVtt } from '../../wire/subtitles.format.ts';
import { decodeAudio, decodedRate } from '../audio/decode-audio.ts';
import { findMediaType, type MediaType } from '../audio/media-types.ts';
import type { TimeSpan } from '../audio/voice-activity.ts';
import type { EngineTranscript, TranscriptionEngine, TranscriptionJob } from '../engines/engine.ts';
import { selectTranscriptionEngine, supportsLanguage } from '../engines/engines.ts';
import { unsupportedOptionError } from '../engines/unsupported-option.ts';
import { withJobFolder } from '../processing/job-folder.ts';
import { type Speech, runQueued as workInLane } from '../speech.ts';
import { baseLanguage } from '../text/scripts.ts';
import { type OnSegments, runEngine } from './run-engine.ts';
import { enforceTranscriptLimit, saveTranscript } from './transcripts.ts';

export type TranscribeInput = Omit<z.output<typeof contract.transcribe.body>, 'audio'>;
export type CallContext = { usage: CallUsage; signal: AbortSignal; requestId: string };
export type TranscribeContext = CallContext & {
  /** Gets the segments as they are recognized, with an engine that works in parts. */
  onSegments?: OnSegments;
  /** Of the stored transcript, with the response that contains its id. */
  lastWrite?: (
    toResponse: (transcriptId: string) => contract.TranscriptionWire,
  ) => LastWrite<string>;
};

const vadTimeoutMs = 30_000;

/** Throws the declared errors, or the signal's reason. */
export async function transcribe(
  speech: Speech,
  actor: Actor,
  input: TranscribeInput,
  audio: Buffer,
  call: TranscribeContext,
): Promise<contract.TranscriptionWire> {
  if (audio.length > audioBytesMax)
    throw apiError(errors.audioTooLarge, { bytes_max: audioBytesMax });
  const engine = await chooseEngine(speech, input);
  if (input.store) await enforceTranscriptLimit(speech, actor);
  const media = await findMediaType(audio);
  if (!media) throw apiError(errors.undecodableAudio);
  const caller = { accountId: actor.accountId, signal: call.signal };
  const { seconds, transcript } = await workInLane(speech, speech.transcriptionQueue, caller, () =>
    withJobFolder((folder) =>
      transcribeFile(speech, { input, audio, call, engine, media, folder }),
    ),
  );
  // What a model on another server can do is known for certain after its first response.
  await requireOptions(engine, input, speech.engines.transcription);
  const { segments } = transcript;
  const full = { ...transcript, text: segments.map(({ text }) => text).join(' ') };
  const units = roundTo(seconds, 3);
  const toWire = (transcriptId: string | null): contract.TranscriptionWire => ({
    ...toFormat(input, full),
    language: full.language,
    language_probability: full.languageProbability,
    duration: units,
    model: engine.id,
    quality: engine.quality,
    no_speech: segments.length === 0,
    transcript_id: transcriptId,
    usage: { seconds: units, billed_units: units },
    request_id: call.requestId,
  });
  const write = call.lastWrite?.(toWire) ?? speech.kernel.work.write;
  const transcriptId = input.store
    ? await saveTranscript(speech, write, actor, input.filename, full, seconds, engine.id)
    : null;
  call.usage.count(units);
  return toWire(transcriptId);
}

type TranscribeJob = {
  input: TranscribeInput;
  audio: Buffer;
  call: TranscribeContext;
  engine: TranscriptionEngine;
  media: MediaType;
  folder: string;
};

async function transcribeFile(
  speech: Speech,
  { input, audio, call, engine, media, folder }: TranscribeJob,
): Promise<{ seconds: number; transcript: EngineTranscript }> {
  const { signal } = call;
  const originalFile = path.join(folder, `recording.${media.extension}`);
  await writeFile(originalFile, audio, { signal });
  const to = path.join(folder, 'samples.raw');
  const { demuxer } = media;
  const decodeInput = { from: originalFile, demuxer, to, secondsMax: audioSecondsMax, signal };
  const decoded = await decodeAudio(decodeInput);
  if (!decoded) throw apiError(errors.undecodableAudio);
  const { seconds, file: samplesFile } = decoded;
  if (seconds > audioSecondsMax)
    throw apiError(errors.audioTooLong, { seconds_max: audioSecondsMax });
  await call.usage.reserve(roundTo(seconds, 3));
  const recording = { samplesFile, originalFile, media, seconds };
  // From here on the work is counted, so a client that leaves no longer stops it.
  const run = { ...call, signal: speech.stopping };
  return { seconds, transcript: await recognizeSpeech(speech, engine, input, recording, run) };
}

type Recording = Pick<TranscriptionJob, 'samplesFile' | 'originalFile' | 'media' | 'seconds'>;

/** Of a recording that is decoded. Empty without speech. */
export async function recognizeSpeech(
  speech: Speech,
  engine: TranscriptionEngine,
  input: TranscribeInput,
  recording: Recording,
  call: Pick<TranscribeContext, 'signal' | 'onSegments'>,
): Promise<EngineTranscript> {
  const { samplesFile, seconds } = recording;
  const spans = input.vad ? await findSpans(speech, samplesFile, call.signal) : null;
  if (spans?.length === 0) return emptyTranscript;
  const job: TranscriptionJob = {
    ...recording,
    speech: spans ?? [{ start: 0, end: seconds }],
    language: input.language && baseLanguage(input.language),
    prompt: input.prompt,
    keywords: input.keywords,
    temperature: input.temperature,
    isTranslated: input.translate,
    isDiarized: input.diarize,
  };
  const clean = (transcript: EngineTranscript) => dropInvented(transcript, spans);
  return runEngine(engine, job, { ...call, clean });
}

const emptyTranscript: EngineTranscript = {
  language: null,
  languageProbability: null,
  segments: [],
  words: [],
};

const findSpans = ({ threads }: Speech, file: string, signal: AbortSignal): Promise<TimeSpan[]> =>
  threads.run(
    'findSpeechIn',
    { file, sampleRate: decodedRate },
    { timeoutMs: vadTimeoutMs, signal },
  );

/**
 * Drops empty segments, and what the engine recognized outside speech: engines invent words for
 * silence and noise.
 */
function dropInvented(
  transcript: EngineTranscript,
  spans: readonly TimeSpan[] | null,
): EngineTranscript {
  const isSpoken = ({ start, end }: TimeSpan) =>
    spans?.some((span) => start < span.end && end > span.start) ?? true;
  const segments = transcript.segments
    .filter((segment) => segment.text !== '' && isSpoken(segment))
    .map((segment, id) => ({ ...segment, id }));
  return { ...transcript, segments, words: transcript.words.filter(isSpoken) };
}

/**
 * Throws 400 for an unknown model, 503 for one that is not installed. Translation is another task
 * than transcription, so it is for the first engine that can do it.
 */
export async function chooseEngine(
  { engines }: Pick<Speech, 'engines'>,
  input: TranscribeInput,
  transcription: readonly TranscriptionEngine[] = engines.transcription,
): Promise<TranscriptionEngine> {
  const { model, language } = input;
  const named = transcription.find(({ id }) => id === model);
  if (model !== undefined && !named)
    throw new InvalidInput({ model: [`"${model}" is not a valid choice.`] });
  const translators = transcription.filter(({ options }) => options.includes('translate'));
  const engine =
    named ??
    (input.translate ? await selectTranscriptionEngine(translators, language) : null) ??
    (await selectTranscriptionEngine(transcription, language));
  if (!engine || !(await engine.isAvailable()))
    return throwUnavailable(transcription, engine, language);
  if (!supportsLanguage(engine, language))
    throw apiError(errors.unsupportedLanguage, { available: [...engine.languages] });
  await requireOptions(engine, input, transcription);
  return engine;
}

async function requireOptions(
  engine: TranscriptionEngine,
  input: TranscribeInput,
  transcription: readonly TranscriptionEngine[],
): Promise<void> {
  const option = requestedOptions(input).find((one) => !engine.options.includes(one));
  if (option) throw await unsupportedOptionError(option, engine, transcription);
}

async function throwUnavailable(
  engines: readonly TranscriptionEngine[],
  engine: TranscriptionEngine | null,
  language: string | undefined,
): Promise<never> {
  const other = engine ? null : await selectTranscriptionEngine(engines, undefined);
  if (other && language)
    throw apiError(errors.unsupportedLanguage, { available: [...other.languages] });
  const enable = engine ? engine.enable : engines.map((engine) => engine.enable).join(' Or: ');
  throw apiError(errors.providerUnavailable, { enable });
}

const requestedOptions = (input: TranscribeInput): EngineOption[] => {
  const isRequested: Record<EngineOption, boolean> = {
    prompt: Boolean(input.prompt),
    keywords: Boolean(input.keywords?.length),
    temperature: Boolean(input.temperature),
    diarize: input.diarize,
    translate: input.translate,
    words: input.timestamp_granularities?.includes('word') ?? false,
    instructions: false,
  };
  return engineOptions.filter((option) => isRequested[option]);
};

type FullTranscript = EngineTranscript & { text: string };

/** The fields of the response for the requested format. */
function toFormat(
  { response_format: format, timestamp_granularities: granularities = [] }: TranscribeInput,
  full: FullTranscript,
) {
  const isVerbose = format === 'verbose_json';
  const srt = format === 'srt' ? { srt: toSrt(full.segments) } : {};
  const vtt = format === 'vtt' ? { vtt: toVtt(full.segments) } : {};
  return {
    text: srt.srt ?? vtt.vtt ?? full.text,
    segments: isVerbose || granularities.includes('segment') ? full.segments : [],
    words: isVerbose || granularities.includes('word') ? full.words : [],
    ...srt,
    ...vtt,
  };
}

export function roundTo(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
