import { useId } from 'react';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { SynthesisWire, VoiceWire } from '../../contract.ts';
import { type SpeechFormat, speechFormats, textLengthMax } from '../../speech-limits.ts';
import { LeaveQuestion } from '../LeaveQuestion.tsx';
import { sayCharacters } from '../speech-words.ts';
import { PreviewButton } from './PreviewButton.tsx';
import { useSpeakForm } from './use-speak-form.ts';
import { listLanguages, sayVoice, voicesOf } from './voice-choice.ts';

const formatNames: Record<SpeechFormat, string> = {
  mp3: 'MP3',
  opus: 'Opus',
  aac: 'AAC',
  flac: 'FLAC',
  wav: 'WAV',
  pcm: 'PCM, raw samples',
};

function SpeedField({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="justify-self-start text-sm font-medium">
        Speed
      </label>
      <div className="flex h-10 items-center gap-3">
        <input
          id={id}
          type="range"
          min={0.25}
          max={4}
          step={0.05}
          value={value}
          onChange={(event) => onChange(Number(event.target.value))}
          aria-valuetext={`${value.toFixed(2)} times`}
          className="min-w-0 flex-1 accent-accent"
        />
        <output htmlFor={id} className="w-14 text-right font-mono text-sm">
          {value.toFixed(2)}x
        </output>
      </div>
    </div>
  );
}

type SpeakFormProps = {
  voices: readonly VoiceWire[];
  onSpoken: (spoken: SynthesisWire) => void;
};

export function SpeakForm({ voices, onSpoken }: SpeakFormProps) {
  const { fields, change, speak, refusal, hasTyped, isSpeaking } = useSpeakForm(voices, onSpoken);
  const count = [...fields.text].length;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void speak();
      }}
      className="grid gap-5"
    >
      {hasTyped && (
        <LeaveQuestion title="Leave this text?">
          It has not been spoken, and is kept nowhere. If you leave, it is lost.
        </LeaveQuestion>
      )}
      {refusal.general && <Banner tone="error">{refusal.general}</Banner>}
      <TextArea
        label="What should be spoken"
        rows={6}
        maxLength={textLengthMax}
        value={fields.text}
        onChange={(event) => change({ text: event.target.value })}
        help={`${count.toLocaleString('en')} of ${sayCharacters(textLengthMax)}.`}
        error={refusal.text}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Language"
          value={fields.language}
          onChange={(event) => change({ language: event.target.value })}
          options={listLanguages(voices)}
        />
        <SelectField
          label="Voice"
          value={fields.voice}
          onChange={(event) => change({ voice: event.target.value })}
          options={voicesOf(voices, fields.language).map((voice) => ({
            value: voice.id,
            label: sayVoice(voice),
          }))}
        />
        <SpeedField value={fields.speed} onChange={(speed) => change({ speed })} />
        <SelectField
          label="Format"
          value={fields.format}
          onChange={(event) => change({ format: event.target.value as SpeechFormat })}
          options={speechFormats.map((value) => ({ value, label: formatNames[value] }))}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" isBusy={isSpeaking} busyLabel="Speaking...">
          Speak
        </Button>
        <PreviewButton voice={fields.voice} />
        <p className="text-sm text-quiet">
          {count === 0
            ? 'A text counts by its characters.'
            : `Counts ${sayCharacters(count)} of your plan, nothing the second time.`}
        </p>
      </div>
    </form>
  );
}
