// Synthesizes text: selects the voice, looks for a stored phrase, then runs the engine.
import type { z } from 'zod';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { CallUsage } from '#kernel/http/metering.ts';
import type { Actor } from '#kernel/ports.ts';
import * as errors from '../../wire/errors.ts';
import type * as contract from '../../wire/index.ts';
import { contentTypes, type Quality, type SpeechFormat } from '../../wire/speech.constants.ts';
import { type Encoding, encodeAudio, hasFfmpeg, needsFfmpeg } from '../audio/encode-audio.ts';
import type { SpeechJob } from '../engines/engine.ts';
import { type AvailableVoice, findVoice } from '../engines/engines.ts';
import { unsupportedOptionError } from '../engines/unsupported-option.ts';
import { retrySeconds, type Speech, runQueued as workInLane } from '../speech.ts';
import { guessLanguage, hasSpeakableText } from '../text/scripts.ts';
import { roundTo } from '../transcription/transcribe.ts';
import { computeDigest, findPhrase, type Phrase, savePhrase } from './phrases.ts';

export type SynthesizeInput = z.output<typeof contract.synthesize.body>;
export type SynthesisCall = { usage: CallUsage; requestId: string };
/** What is to be spoken, by whom, and in which format. */
export type SynthesisPlan = AvailableVoice & {
  job: SpeechJob;
  encoding: Encoding;
  language: string;
  characters: number;
  /** Of the stored phrase. */
  digest: string;
};

const opusRates: readonly number[] = [8000, 12000, 16000, 24000, 48000];

/** Throws the declared errors. */
export async function synthesize(
  speech: Speech,
  actor: Actor,
  input: SynthesizeInput,
  call: SynthesisCall,
): Promise<contract.SynthesisWire> {
  const cacheKey = computeDigest({ accountId: actor.accountId, input });
  const known = speech.synthesisCache.get(cacheKey);
  const synthesis = known ?? (await synthesizeText(speech, actor, input, call));
  const { characters, billed_units } = synthesis.usage;
  if (!known)
    speech.synthesisCache.set(cacheKey, {
      ...synthesis,
      cached: true,
      usage: { characters, billed_units: 0 },
    });
  call.usage.count(billed_units);
  return { ...synthesis, request_id: call.requestId };
}

/** Throws the declared errors of the input. */
export async function planSynthesis(
  speech: Speech,
  { accountId }: Actor,
  input: SynthesizeInput,
): Promise<SynthesisPlan> {
  const text = input.text ?? input.input;
  if (text === undefined) throw new InvalidInput({ text: ['This field is required.'] });
  if (!hasSpeakableText(text)) throw apiError(errors.nothingToSpeak);
  const { response_format: format, sample_rate: sampleRate, speed, instructions } = input;
  if (format === 'opus' && sampleRate && !opusRates.includes(sampleRate))
    throw new InvalidInput({ sample_rate: [`Opus takes ${opusRates.join(', ')}.`] });
  const found = await chooseVoice(speech, input, text);
  const { engine, voice } = found;
  const [slowest, fastest] = engine.speeds;
  const spokenSpeed = Math.min(fastest, Math.max(slowest, speed));
  const encoding = { format, sampleRate, tempo: speed / spokenSpeed };
  await checkOptions(speech, found, input, encoding);
  const about = { accountId, text, voice: voice.id, model: engine.id, format };
  return {
    ...found,
    job: { text, voice, speed: spokenSpeed, instructions },
    encoding,
    language: voice.language === 'mul' ? readLanguage(input, text) : voice.language,
    characters: [...text].length,
    digest: computeDigest({ ...about, speed, sampleRate, instructions }),
  };
}

async function synthesizeText(
  speech: Speech,
  actor: Actor,
  input: SynthesizeInput,
  call: SynthesisCall,
): Promise<contract.SynthesisWire> {
  const plan = await planSynthesis(speech, actor, input);
  const { phrase, billed } = await findOrSpeak(speech, actor, plan, call.usage, () =>
    speak(speech, plan),
  );
  const { characters, engine, encoding } = plan;
  const { quality } = engine;
  const about = { format: encoding.format, quality, characters, billed };
  return serializeSynthesis(phrase, { ...about, requestId: call.requestId });
}

/**
 * The stored phrase, or a new one: that is finished and stored also when its client leaves. Calls
 * for the same phrase meanwhile wait for it, and are free as if it had been stored.
 */
export async function findOrSpeak(
  speech: Speech,
  { accountId }: Actor,
  { digest, characters, encoding: { format } }: SynthesisPlan,
  usage: CallUsage,
  act: () => Promise<Phrase>,
): Promise<{ phrase: Phrase; billed: number }> {
  let billed = 0;
  const phrase = await speech.joinCalls(digest, async () => {
    const known = await findPhrase(speech, digest);
    if (known) return known;
    await usage.reserve(characters);
    const caller = { accountId, signal: speech.stopping };
    const spoken = await workInLane(speech, speech.synthesisQueue, caller, act);
    await savePhrase(speech, { digest, accountId, format }, spoken);
    billed = characters;
    return spoken;
  });
  return { phrase, billed };
}

type SerializeContext = {
  format: SpeechFormat;
  quality: Quality;
  characters: number;
  billed: number;
  requestId: string;
};

const serializeSynthesis = (
  phrase: Phrase,
  { format, quality, characters, billed, requestId }: SerializeContext,
): contract.SynthesisWire => ({
  audio: phrase.audio.toString('base64'),
  content_type: contentTypes[format],
  format,
  voice: phrase.voice,
  model: phrase.model,
  quality,
  language: phrase.language,
  duration: phrase.duration,
  sample_rate: phrase.sampleRate,
  size_bytes: phrase.audio.length,
  characters,
  usage: { characters, billed_units: billed },
  cached: billed === 0,
  request_id: requestId,
});

async function speak(
  { threads, stopping: signal }: Speech,
  { engine, voice, job, encoding, language }: SynthesisPlan,
): Promise<Phrase> {
  const sound = await engine.speak(job, signal);
  const seconds = sound.samples.length / sound.sampleRate / encoding.tempo;
  return {
    audio: await encodeAudio(threads, sound, encoding, signal),
    voice: voice.id,
    model: engine.id,
    language,
    duration: roundTo(seconds, 3),
    sampleRate: encoding.sampleRate ?? sound.sampleRate,
  };
}

const readLanguage = ({ language }: SynthesizeInput, text: string): string =>
  language ?? guessLanguage(text);

/** Throws 400 for an unknown voice or model, 503 for one that is not installed. */
async function chooseVoice(
  speech: Speech,
  input: SynthesizeInput,
  text: string,
): Promise<AvailableVoice> {
  const named = speech.engines.speech.find(({ id }) => id === input.model);
  if (input.model !== undefined && !named)
    throw new InvalidInput({ model: [`"${input.model}" is not a valid choice.`] });
  if (named && !(await named.isAvailable()))
    throw apiError(errors.providerUnavailable, { enable: named.enable });
  const all = await speech.engines.listVoices();
  const voices = all.filter(({ engine }) => !named || engine === named);
  if (voices.length === 0)
    throw apiError(errors.providerUnavailable, { retry_after: retrySeconds });
  const language = readLanguage(input, text);
  const found =
    input.voice === undefined
      ? findReadingVoice(voices, language, text)
      : voices.find(({ voice }) => voice.id === input.voice);
  if (!found && input.voice !== undefined)
    throw new InvalidInput({ voice: [`"${input.voice}" is not a valid choice.`] });
  if (!found || !canSpeak(found, input.language ?? found.voice.language, text))
    throw apiError(errors.unsupportedLanguage, { available: listLanguages(voices) });
  return found;
}

/** The voice of the first engine that can pronounce the text. */
function findReadingVoice(
  voices: readonly AvailableVoice[],
  language: string,
  text: string,
): AvailableVoice | undefined {
  const first = findVoice(voices, language);
  if (!first || first.engine.canRead(text, first.voice.language)) return first;
  const others = voices.filter(({ engine }) => engine !== first.engine);
  return findReadingVoice(others, language, text);
}

/** A voice reads its own language, and only letters that it can pronounce. */
function canSpeak({ engine, voice }: AvailableVoice, language: string, text: string): boolean {
  if (voice.language === 'mul') return true;
  const own = findVoice([{ engine, voice }], language);
  return own !== undefined && engine.canRead(text, voice.language);
}

const listLanguages = (voices: readonly AvailableVoice[]): string[] => [
  ...new Set(voices.map(({ voice }) => voice.language)),
];

async function checkOptions(
  { engines }: Speech,
  { engine }: AvailableVoice,
  input: SynthesizeInput,
  encoding: Encoding,
): Promise<void> {
  const model = engine.id;
  if (input.instructions && !engine.options.includes('instructions'))
    throw await unsupportedOptionError('instructions', engine, engines.speech);
  if (!needsFfmpeg(encoding) || (await hasFfmpeg())) return;
  const option =
    encoding.tempo !== 1 ? 'speed' : encoding.sampleRate ? 'sample_rate' : 'response_format';
  throw apiError(errors.unsupportedOption, { option, model });
}
