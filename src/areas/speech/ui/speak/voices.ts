// Voices grouped by language.
import type { EngineWire, VoiceWire } from '../../wire/index.ts';
import { type SpeechFormat, speechFormats } from '../../wire/speech.constants.ts';
import { formatVoiceLanguage } from '../speech-format.ts';

/** `en` for `en-us`. */
const baseOf = (tag: string) => tag.split(/[-_]/)[0] ?? tag;

export type LanguageOption = { value: string; label: string };

/** Distinct languages, by name. */
export function listLanguages(voices: readonly VoiceWire[]): LanguageOption[] {
  const bases = [...new Set(voices.map(({ language }) => baseOf(language)))];
  return bases
    .map((value) => ({ value, label: formatVoiceLanguage(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

export const voicesOf = (voices: readonly VoiceWire[], language: string): VoiceWire[] =>
  voices.filter((voice) => baseOf(voice.language) === language);

/** The default voice. */
export const firstVoice = (voices: readonly VoiceWire[]): VoiceWire | undefined =>
  voices.find((voice) => voice.is_default) ?? voices[0];

export const languageOf = (voice: VoiceWire | undefined): string =>
  voice ? baseOf(voice.language) : 'en';

/** The engine of a voice, by the voice's id. */
export function engineOf(
  id: string,
  voices: readonly VoiceWire[],
  engines: readonly EngineWire[],
): EngineWire | undefined {
  const voice = voices.find((one) => one.id === id);
  return engines.find((engine) => engine.id === voice?.model);
}

export const formatsOf = (engine: EngineWire | undefined): SpeechFormat[] =>
  speechFormats.filter((format) => engine?.formats.includes(format));

export const takesInstructions = (engine: EngineWire | undefined): boolean =>
  engine?.options.includes('instructions') ?? false;

export const formatVoice = (voice: VoiceWire): string => `${voice.name} (${voice.model})`;
