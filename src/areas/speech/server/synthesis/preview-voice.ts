// Voice previews, and the sample of the public site.
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { providerUnavailable } from '../../wire/errors.ts';
import { encodeAudio } from '../audio/encode-audio.ts';
import { type AvailableVoice, findVoice } from '../engines/engines.ts';
import { notFound, retrySeconds, runQueued, type Speech } from '../speech.ts';
import { baseLanguage } from '../text/scripts.ts';
import { computeDigest, findPhrase, savePhrase } from './phrases.ts';

/** Other languages get numbers, which every voice can pronounce. */
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

/** MP3, stored for all accounts, because it contains nothing that a caller wrote. */
export async function previewVoice(
  speech: Speech,
  { accountId }: Pick<Actor, 'accountId'>,
  id: string,
): Promise<Buffer> {
  const found = (await speech.engines.listVoices()).find(({ voice }) => voice.id === id);
  if (!found) throw notFound();
  const digest = computeDigest({ preview: id, model: found.engine.id });
  const { audio } = await speech.joinCalls(digest, async () => {
    const known = await findPhrase(speech, digest);
    if (known) return known;
    const caller = { accountId, signal: speech.stopping };
    const phrase = await runQueued(speech, speech.synthesisQueue, caller, () =>
      speakPreview(speech, found),
    );
    await savePhrase(speech, { digest, accountId: noAccount, format: 'mp3' }, phrase);
    return phrase;
  });
  return audio;
}

/** Account ids start at 1. */
const noAccount = 0;

/** For visitors without an account. */
export async function hearSample(speech: Speech): Promise<Buffer> {
  const found = findVoice(await speech.engines.listVoices(), 'en');
  if (!found) throw apiError(providerUnavailable, { retry_after: retrySeconds });
  return previewVoice(speech, { accountId: noAccount }, found.voice.id);
}

async function speakPreview(
  { threads, stopping: signal }: Speech,
  { engine, voice }: AvailableVoice,
) {
  const text = sentences[baseLanguage(voice.language)] ?? counting;
  const sound = await engine.speak({ text, voice, speed: 1 }, signal);
  return {
    audio: await encodeAudio(threads, sound, { format: 'mp3', tempo: 1 }, signal),
    voice: voice.id,
    model: engine.id,
    language: voice.language,
    duration: sound.samples.length / sound.sampleRate,
    sampleRate: sound.sampleRate,
  };
}
