import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useApiForm } from '#client/use-api-form.ts';
import type { EngineWire, SynthesisWire, VoiceWire } from '../../wire/index.ts';
import type { SpeechFormat } from '../../wire/speech.constants.ts';
import { type SynthesizeBody, useSynthesis } from '../queries.ts';
import { findEngine, firstVoice, listVoices, readLanguage, takesInstructions } from './voices.ts';

export type SpeakValues = {
  text: string;
  language: string;
  voice: string;
  speed: number;
  format: SpeechFormat;
  instructions: string;
};

export function useSpeakForm(
  { voices, engines }: { voices: readonly VoiceWire[]; engines: readonly EngineWire[] },
  onSpoken: (spoken: SynthesisWire) => void,
) {
  const first = firstVoice(voices);
  const [spokenText, setSpokenText] = useState('');
  const synthesis = useSynthesis();
  const { form, submit, isBusy } = useApiForm<SpeakValues, SynthesizeBody>({
    defaultValues: {
      text: '',
      language: readLanguage(first),
      voice: first?.id ?? '',
      speed: 1,
      format: 'mp3',
      instructions: '',
    },
    // The language only filters the voices.
    toBody: ({ text, voice, speed, format, instructions }) => ({
      text,
      voice,
      speed,
      response_format: format,
      // Another voice may have been chosen since they were written.
      ...(instructions.trim() &&
        takesInstructions(findEngine(voice, voices, engines)) && { instructions }),
    }),
    fieldNames: { response_format: 'format' },
    rules: ({ text }) => ({ text: text.trim() === '' ? 'Enter the text to speak.' : undefined }),
    save: async (body, { values }) => {
      onSpoken(await synthesis.mutateAsync(body));
      setSpokenText(values.text);
    },
  });
  const [text, voice] = useWatch({ control: form.control, name: ['text', 'voice'] });

  const registerLanguage = () =>
    form.register('language', {
      onChange: ({ target }) =>
        form.setValue('voice', firstVoice(listVoices(voices, target.value))?.id ?? ''),
    });
  const hasTyped = text.trim() !== '' && text !== spokenText;
  const engine = findEngine(voice, voices, engines);
  return { form, submit, isBusy, registerLanguage, text, hasTyped, engine };
}
