// A text into speech: which voice, whether it was spoken before, the engine, the file.
import type { z } from 'zod';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import type * as contract from '../contract.ts';
import * as errors from '../speech-errors.ts';
import { contentTypes, type SpeechFormat } from '../speech-limits.ts';
import { type Encoding, encodeSound, hasFfmpeg, needsFfmpeg } from './encode-sound.ts';
import { type FoundVoice, voiceFor } from './engines/engines.ts';
import { digestOf, findPhrase, keepPhrase, type Phrase } from './phrases.ts';
import { canBeSpoken, guessLanguage } from './scripts.ts';
import { retrySeconds, type Speech, work as workInLane } from './speech.ts';
import { type CallContext, roundTo } from './transcribe.ts';

export type SynthesizeInput = z.output<typeof contract.synthesize.body>;

const opusRates: readonly number[] = [8000, 12000, 16000, 24000, 48000];

/** Throws what the contract declares, or the signal's reason. */
export async function synthesize(
  speech: Speech,
  actor: Actor,
  input: SynthesizeInput,
  call: CallContext,
): Promise<contract.SynthesisWire> {
  const asked = digestOf({ accountId: actor.accountId, input });
  const known = speech.answers.get(asked);
  const answer = known ?? (await answerAnew(speech, actor, input, call));
  const { characters, billed_units } = answer.usage;
  if (!known)
    speech.answers.set(asked, { ...answer, cached: true, usage: { characters, billed_units: 0 } });
  call.usage.count(billed_units);
  return { ...answer, request_id: call.requestId };
}

async function answerAnew(
  speech: Speech,
  { accountId }: Actor,
  input: SynthesizeInput,
  call: CallContext,
): Promise<contract.SynthesisWire> {
  const text = input.text ?? input.input;
  if (text === undefined) throw new InvalidInput({ text: ['This field is required.'] });
  if (!canBeSpoken(text)) throw apiError(errors.nothingToSpeak);
  const { response_format: format, sample_rate: sampleRate, speed, instructions } = input;
  if (format === 'opus' && sampleRate && !opusRates.includes(sampleRate))
    throw new InvalidInput({ sample_rate: [`Opus takes ${opusRates.join(', ')}.`] });
  const found = await chooseVoice(speech, input, text);
  const { engine, voice } = found;
  const [slowest, fastest] = engine.speeds;
  const spokenSpeed = Math.min(fastest, Math.max(slowest, speed));
  const encoding = { format, sampleRate, tempo: speed / spokenSpeed };
  await checkOptions(found, input, encoding);
  const characters = [...text].length;
  const about = { accountId, text, voice: voice.id, model: engine.id, format };
  const digest = digestOf({ ...about, speed, sampleRate, instructions });
  const known = await findPhrase(speech, digest);
  if (!known) await call.usage.reserve(characters);
  const job = { text, voice, speed: spokenSpeed, instructions };
  const language = voice.language === 'mul' ? languageOf(input, text) : voice.language;
  const phrase =
    known ??
    (await workInLane(speech, speech.speaking, { accountId, signal: call.signal }, () =>
      speak(speech, found, job, encoding, { language, signal: call.signal }),
    ));
  if (!known) await keepPhrase(speech, { digest, accountId, format }, phrase);
  const billed = known ? 0 : characters;
  return toWire(phrase, { format, characters, billed, requestId: call.requestId });
}

type Spoken = { format: SpeechFormat; characters: number; billed: number };

const toWire = (
  phrase: Phrase,
  { format, characters, billed, requestId }: Spoken & { requestId: string },
): contract.SynthesisWire => ({
  audio: phrase.audio.toString('base64'),
  content_type: contentTypes[format],
  format,
  voice: phrase.voice,
  model: phrase.model,
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
  { pool }: Speech,
  { engine, voice }: FoundVoice,
  job: Parameters<FoundVoice['engine']['speak']>[0],
  encoding: Encoding,
  { language, signal }: { language: string; signal: AbortSignal },
): Promise<Phrase> {
  const sound = await engine.speak(job, signal);
  const seconds = sound.samples.length / sound.sampleRate / encoding.tempo;
  return {
    audio: await encodeSound(pool, sound, encoding, signal),
    voice: voice.id,
    model: engine.id,
    language,
    duration: roundTo(seconds, 3),
    sampleRate: encoding.sampleRate ?? sound.sampleRate,
  };
}

const languageOf = ({ language }: SynthesizeInput, text: string): string =>
  language ?? guessLanguage(text);

/** Throws 400 for a voice or model that does not exist, 503 for one that is not here. */
async function chooseVoice(
  speech: Speech,
  input: SynthesizeInput,
  text: string,
): Promise<FoundVoice> {
  const named = speech.engines.speech.find(({ id }) => id === input.model);
  if (input.model !== undefined && !named)
    throw new InvalidInput({ model: [`"${input.model}" is not a valid choice.`] });
  if (named && !(await named.isAvailable()))
    throw apiError(errors.providerUnavailable, { enable: named.enable });
  const all = await speech.engines.listVoices();
  const voices = all.filter(({ engine }) => !named || engine === named);
  if (voices.length === 0)
    throw apiError(errors.providerUnavailable, { retry_after: retrySeconds });
  const language = languageOf(input, text);
  const found =
    input.voice === undefined
      ? voiceThatReads(voices, language, text)
      : voices.find(({ voice }) => voice.id === input.voice);
  if (!found && input.voice !== undefined)
    throw new InvalidInput({ voice: [`"${input.voice}" is not a valid choice.`] });
  if (!found || !canSpeak(found, input.language ?? found.voice.language, text))
    throw apiError(errors.unsupportedLanguage, { available: languagesOf(voices) });
  return found;
}

/** Where the preferred engine would be silent, another one may have sounds. */
function voiceThatReads(
  voices: readonly FoundVoice[],
  language: string,
  text: string,
): FoundVoice | undefined {
  const first = voiceFor(voices, language);
  if (!first || first.engine.canRead(text, first.voice.language)) return first;
  const others = voices.filter(({ engine }) => engine !== first.engine);
  return voiceThatReads(others, language, text);
}

/** A voice reads its own language alone, and only letters that it has sounds for. */
function canSpeak({ engine, voice }: FoundVoice, language: string, text: string): boolean {
  if (voice.language === 'mul') return true;
  const own = voiceFor([{ engine, voice }], language);
  return own !== undefined && engine.canRead(text, voice.language);
}

const languagesOf = (voices: readonly FoundVoice[]): string[] => [
  ...new Set(voices.map(({ voice }) => voice.language)),
];

async function checkOptions(
  { engine }: FoundVoice,
  input: SynthesizeInput,
  encoding: Encoding,
): Promise<void> {
  const model = engine.id;
  if (input.instructions && !engine.options.includes('instructions'))
    throw apiError(errors.unsupportedOption, { option: 'instructions', model });
  if (!needsFfmpeg(encoding) || (await hasFfmpeg())) return;
  const option =
    encoding.tempo !== 1 ? 'speed' : encoding.sampleRate ? 'sample_rate' : 'response_format';
  throw apiError(errors.unsupportedOption, { option, model });
}
