import { useState } from 'react';
import { CallError, errorMessage, fieldMessages } from '#lib/call-error.ts';
import type { SynthesisWire, VoiceWire } from '../../wire/index.ts';
import type { SpeechFormat } from '../../wire/speech.labels.ts';
import { useSynthesis } from '../queries.ts';
import { firstVoice, languageOf, voicesOf } from './voices.ts';

export type SpeakFields = {
  text: string;
  language: string;
  voice: string;
  speed: number;
  format: SpeechFormat;
};
type Refusal = { text?: string; general?: string };

function readRefusal(error: unknown): Refusal {
  const { fields } = fieldMessages(error instanceof CallError ? error.body : undefined);
  return fields.text?.[0] ? { text: fields.text[0] } : { general: errorMessage(error) };
}

export function useSpeakForm(
  voices: readonly VoiceWire[],
  onSpoken: (spoken: SynthesisWire) => void,
) {
  const first = firstVoice(voices);
  const [fields, setFields] = useState<SpeakFields>({
    text: '',
    language: languageOf(first),
    voice: first?.id ?? '',
    speed: 1,
    format: 'mp3',
  });
  const [refusal, setRefusal] = useState<Refusal>({});
  const [spokenText, setSpokenText] = useState('');
  const synthesis = useSynthesis();

  function change(next: Partial<SpeakFields>) {
    setRefusal({});
    setFields((before) => {
      const voice = next.language
        ? firstVoice(voicesOf(voices, next.language))?.id
        : (next.voice ?? before.voice);
      return { ...before, ...next, voice: voice ?? '' };
    });
  }

  async function speak() {
    const { text, voice, speed, format } = fields;
    if (text.trim() === '') return setRefusal({ text: 'Enter the text to speak.' });
    setRefusal({});
    try {
      onSpoken(await synthesis.mutateAsync({ text, voice, speed, response_format: format }));
      setSpokenText(text);
    } catch (error) {
      setRefusal(readRefusal(error));
    }
  }

  const hasTyped = fields.text.trim() !== '' && fields.text !== spokenText;
  return { fields, change, speak, refusal, hasTyped, isSpeaking: synthesis.isPending };
}
