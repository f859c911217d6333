// What is installed, as callers see it.
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import type * as contract from '../contract.ts';
import { providerUnavailable } from '../speech-errors.ts';
import { encodeSound } from './encode-sound.ts';
import type { SpeechEngine, TranscriptionEngine } from './engines/engine.ts';
import { type FoundVoice, pickTranscription, voiceFor } from './engines/engines.ts';
import { digestOf, findPhrase, keepPhrase } from './phrases.ts';
import { baseLanguage } from './scripts.ts';
import { notFound, retrySeconds, type Speech, work } from './speech.ts';

export async function listEngines({ engines }: Speech): Promise<contract.EngineWire[]> {
  const { transcription, speech } = engines;
  const listener = await pickTranscription(transcription, undefined);
  const speaker = voiceFor(await engines.listVoices(), 'en')?.engine;
  const toWire =
    (kind: contract.EngineWire['kind'], chosen: { id: string } | null | undefined) =>
    async (engine: TranscriptionEngine | SpeechEngine): Promise<contract.EngineWire> => {
      const is_available = await engine.isAvailable();
      return {
        id: engine.id,
        kind,
        name: engine.name,
        note: engine.note,
        is_available,
        is_default: engine.id === chosen?.id,
        enable: is_available ? null : engine.enable,
        languages: await languagesOf(engine),
        options: [...engine.options],
      };
    };
  return Promise.all([
    ...transcription.map(toWire('transcription', listener)),
    ...speech.map(toWire('speech', speaker)),
  ]);
}

/** An engine of many voices knows what they know; `mul` stands for what its model decides. */
async function languagesOf(engine: TranscriptionEngine | SpeechEngine): Promise<string[]> {
  if (engine.languages.length > 0 || !('voices' in engine)) return [...engine.languages];
  const voices = await engine.voices().catch(() => []);
  const bases = voices.map(({ language }) => baseLanguage(language));
  return [...new Set(bases)].filter((language) => language !== 'mul').toSorted();
}

export type VoiceFilter = {
  search?: string | undefined;
  language?: string | undefined;
  model?: string | undefined;
};

export async function listVoices(
  { engines }: Speech,
  { search = '', language, model }: VoiceFilter,
): Promise<contract.VoiceWire[]> {
  const voices = await engines.listVoices();
  const first = voiceFor(voices, 'en')?.voice.id;
  const words = search.toLowerCase();
  const tag = language?.toLowerCase();
  return voices
    .filter(({ engine, voice }) => {
      const isNamed = `${voice.id} ${voice.name}`.toLowerCase().includes(words);
      const isSpoken = !tag || [voice.language, baseLanguage(voice.language)].includes(tag);
      return isNamed && isSpoken && (!model || engine.id === model);
    })
    .map(({ engine, voice }) => ({
      id: voice.id,
      name: voice.name,
      model: engine.id,
      language: voice.language,
      is_default: voice.id === first,
      preview_url: `/apix/services/voices/${voice.id}/preview/`,
    }));
}

/** Numbers are words in every language; a sentence tells more where we have one. */
const sentences: Readonly<Record<string, string>> = {
  en: 'This is how I sound when I read your words.',
  de: 'So klinge ich, wenn ich Ihren Text vorlese.',
  fr: 'Voici ma voix quand je lis votre texte.',
  es: 'Así suena mi voz cuando leo su texto.',
  it: 'Ecco la mia voce quando leggo il suo testo.',
  pt: 'É assim que eu soo quando leio o seu texto.',
  nl: 'Zo klink ik als ik uw tekst voorlees.',
  pl: 'Tak brzmię, kiedy czytam twój tekst.',
  ru: 'Так звучит мой голос, когда я читаю ваш текст.',
  uk: 'Так звучить мій голос, коли я читаю ваш текст.',
  tr: 'Metninizi okurken sesim böyle duyulur.',
  mul: 'This is how I sound when I read your words.',
};
const counting = '1, 2, 3, 4, 5.';

/** MP3, kept for everybody: it says nothing that a caller wrote. */
export async function previewVoice(
  speech: Speech,
  { accountId }: Pick<Actor, 'accountId'>,
  id: string,
  signal: AbortSignal,
): Promise<Buffer> {
  const found = (await speech.engines.listVoices()).find(({ voice }) => voice.id === id);
  if (!found) throw notFound();
  const digest = digestOf({ preview: id, model: found.engine.id });
  const known = await findPhrase(speech, digest);
  if (known) return known.audio;
  const phrase = await work(speech, speech.speaking, { accountId, signal }, () =>
    speakPreview(speech, found, signal),
  );
  await keepPhrase(speech, { digest, accountId: nobody, format: 'mp3' }, phrase);
  return phrase.audio;
}

/** Accounts are counted from 1. */
const nobody = 0;

/** What a visitor without an account may hear. */
export async function hearSample(speech: Speech, signal: AbortSignal): Promise<Buffer> {
  const found = voiceFor(await speech.engines.listVoices(), 'en');
  if (!found) throw apiError(providerUnavailable, { retry_after: retrySeconds });
  return previewVoice(speech, { accountId: nobody }, found.voice.id, signal);
}

async function speakPreview({ pool }: Speech, { engine, voice }: FoundVoice, signal: AbortSignal) {
  const text = sentences[baseLanguage(voice.language)] ?? counting;
  const sound = await engine.speak({ text, voice, speed: 1 }, signal);
  return {
    audio: await encodeSound(pool, sound, { format: 'mp3', tempo: 1 }, signal),
    voice: voice.id,
    model: engine.id,
    language: voice.language,
    duration: sound.samples.length / sound.sampleRate,
    sampleRate: sound.sampleRate,
  };
}
