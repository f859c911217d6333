// Voices grouped by language.
import type { EngineWire, VoiceWire } from '../../wire/index.ts';
import { type SpeechFormat, speechFormats } from '../../wire/speech.constants.ts';
import { formatVoiceLanguage } from '../speech-format.ts';

/** `en` for `en-us`. */
const toBaseTag = (tag: string) => tag.split(/[-_]/)[0] ?? tag;

export type LanguageOption = { value: string; label: string };

/** Distinct languages, by name. */
export function listLanguages(voices: readonly VoiceWire[]): LanguageOption[] {
  const bases = [...new Set(voices.map(({ language }) => toBaseTag(language)))];
  return bases
    .map((value) => ({ value, label: formatVoiceLanguage(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

export const listVoices = (voices: readonly VoiceWire[], language: string): VoiceWire[] =>
  voices.filter((voice) => toBaseTag(voice.language) === language);

/** The default voice. */
export const firstVoice = (voices: readonly VoiceWire[]): VoiceWire | undefined =>
  voices.find((voice) => voice.is_default) ?? voices[0];

export const readLanguage = (voice: VoiceWire | undefined): string =>
  voice ? toBaseTag(voice.language) : 'en';

/** The engine of a voice, by the voice's id. */
export function findEngine(
  id: string,
  voices: readonly VoiceWire[],
  engines: readonly EngineWire[],
): EngineWire | undefined {
  const voice = voices.find((one) => one.id === id);
  return engines.find((engine) => engine.id === voice?.model);
}

export const listFormats = (engine: EngineWire | undefined): SpeechFormat[] =>
  speechFormats.filter((format) => engine?.formats.includes(format));

export const takesInstructions = (engine: EngineWire | undefined): boolean =>
  engine?.options.includes('instructions') ?? false;

export const formatVoice = (voice: VoiceWire): string => `${voice.name} (${voice.model})`;
