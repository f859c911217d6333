import { useId } from 'react';
import { formatCount } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import type { SynthesisWire, VoiceWire } from '../../wire/index.ts';
import { type SpeechFormat, speechFormats, textLengthMax } from '../../wire/speech.labels.ts';
import { LeavePrompt } from '../LeavePrompt.tsx';
import { PreviewButton } from './PreviewButton.tsx';
import { useSpeakForm } from './use-speak-form.ts';
import { formatVoice, listLanguages, voicesOf } from './voices.ts';

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
        <LeavePrompt title="Leave this text?">
          It has not been spoken or saved. If you leave, it is lost.
        </LeavePrompt>
      )}
      {refusal.general && <Banner tone="error">{refusal.general}</Banner>}
      <TextArea
        label="Text to speak"
        rows={6}
        maxLength={textLengthMax}
        value={fields.text}
        onChange={(event) => change({ text: event.target.value })}
        help={`${formatCount(count)} of ${formatCount(textLengthMax, 'character')}.`}
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
            label: formatVoice(voice),
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
            ? 'Characters are deducted from your plan.'
            : `Uses ${formatCount(count, 'character')} of your plan, none the second time.`}
        </p>
      </div>
    </form>
  );
}
