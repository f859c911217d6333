import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useApiForm } from '#client/use-api-form.ts';
import type { SynthesisWire, VoiceWire } from '../../wire/index.ts';
import type { SpeechFormat } from '../../wire/speech.constants.ts';
import { type SynthesizeBody, useSynthesis } from '../queries.ts';
import { firstVoice, languageOf, voicesOf } from './voices.ts';

export type SpeakValues = {
  text: string;
  language: string;
  voice: string;
  speed: number;
  format: SpeechFormat;
};

export function useSpeakForm(
  voices: readonly VoiceWire[],
  onSpoken: (spoken: SynthesisWire) => void,
) {
  const first = firstVoice(voices);
  const [spokenText, setSpokenText] = useState('');
  const synthesis = useSynthesis();
  const { form, submit, isBusy } = useApiForm<SpeakValues, SynthesizeBody>({
    defaultValues: {
      text: '',
      language: languageOf(first),
      voice: first?.id ?? '',
      speed: 1,
      format: 'mp3',
    },
    // The language only filters the voices.
    toBody: ({ text, voice, speed, format }) => ({ text, voice, speed, response_format: format }),
    fieldNames: { response_format: 'format' },
    rules: ({ text }) => ({ text: text.trim() === '' ? 'Enter the text to speak.' : undefined }),
    save: async (body, { values }) => {
      onSpoken(await synthesis.mutateAsync(body));
      setSpokenText(values.text);
    },
  });
  const text = useWatch({ control: form.control, name: 'text' });

  const registerLanguage = () =>
    form.register('language', {
      onChange: ({ target }) =>
        form.setValue('voice', firstVoice(voicesOf(voices, target.value))?.id ?? ''),
    });
  const hasTyped = text.trim() !== '' && text !== spokenText;
  return { form, submit, isBusy, registerLanguage, text, hasTyped };
}
