// Which voices a person chooses from: by language first.
import type { VoiceWire } from '../../contract.ts';
import { sayLanguage } from '../speech-words.ts';

/** What `voice.language` begins with: `en-us` stands under English. */
const baseOf = (tag: string) => tag.split(/[-_]/)[0] ?? tag;

export type LanguageOption = { value: string; label: string };

/** Languages by name, each once. */
export function listLanguages(voices: readonly VoiceWire[]): LanguageOption[] {
  const bases = [...new Set(voices.map(({ language }) => baseOf(language)))];
  return bases
    .map((value) => ({ value, label: sayLanguage(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

export const voicesOf = (voices: readonly VoiceWire[], language: string): VoiceWire[] =>
  voices.filter((voice) => baseOf(voice.language) === language);

/** The voice that everything begins with. */
export const firstVoice = (voices: readonly VoiceWire[]): VoiceWire | undefined =>
  voices.find((voice) => voice.is_default) ?? voices[0];

export const languageOf = (voice: VoiceWire | undefined): string =>
  voice ? baseOf(voice.language) : 'en';

export const sayVoice = (voice: VoiceWire): string => `${voice.name} (${voice.model})`;
