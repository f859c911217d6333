import { useId } from 'react';
import { useController, useWatch } from 'react-hook-form';
import type { ApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { formatCount } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import type { EngineWire, SynthesisWire, VoiceWire } from '../../wire/index.ts';
import {
  instructionsLengthMax,
  type SpeechFormat,
  textLengthMax,
} from '../../wire/speech.constants.ts';
import { PreviewButton } from './PreviewButton.tsx';
import { type SpeakValues, useSpeakForm } from './use-speak-form.ts';
import {
  formatVoice,
  listFormats,
  listLanguages,
  listVoices,
  takesInstructions,
} from './voices.ts';

const formatNames: Record<SpeechFormat, string> = {
  mp3: 'MP3',
  opus: 'Opus',
  aac: 'AAC',
  flac: 'FLAC',
  wav: 'WAV',
  pcm: 'PCM, raw samples',
};

type FieldProps = { form: ApiForm<SpeakValues> };

function SpeedField({ form }: FieldProps) {
  const id = useId();
  const speed = useWatch({ control: form.control, name: 'speed' });
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
          aria-valuetext={`${speed.toFixed(2)} times`}
          className="min-w-0 flex-1 accent-accent"
          {...form.register('speed', { valueAsNumber: true })}
        />
        <output htmlFor={id} className="w-14 text-right font-mono text-sm">
          {speed.toFixed(2)}x
        </output>
      </div>
    </div>
  );
}

function VoiceField({ form, voices }: FieldProps & { voices: readonly VoiceWire[] }) {
  const language = useWatch({ control: form.control, name: 'language' });
  // Controlled, because its options change with the language.
  const { field, fieldState } = useController({ control: form.control, name: 'voice' });
  return (
    <SelectField
      label="Voice"
      options={listVoices(voices, language).map((voice) => ({
        value: voice.id,
        label: formatVoice(voice),
      }))}
      error={fieldState.error?.message}
      {...field}
    />
  );
}

function SpeakButtons({ form, count, isBusy }: FieldProps & { count: number; isBusy: boolean }) {
  const voice = useWatch({ control: form.control, name: 'voice' });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" variant="primary" isBusy={isBusy} busyLabel="Speaking...">
        Speak
      </Button>
      <PreviewButton voice={voice} />
      <p className="text-sm text-quiet">
        {count === 0
          ? 'Characters are deducted from your plan.'
          : `Uses ${formatCount(count, 'character')} of your plan, none the second time.`}
      </p>
    </div>
  );
}

type SpeakFormProps = {
  voices: readonly VoiceWire[];
  engines: readonly EngineWire[];
  onSpoken: (spoken: SynthesisWire) => void;
};

export function SpeakForm({ voices, engines, onSpoken }: SpeakFormProps) {
  const speaking = useSpeakForm({ voices, engines }, onSpoken);
  const { form, submit, isBusy, registerLanguage, text, hasTyped, engine } = speaking;
  const field = useFormFields(form);
  const guard = useLeaveGuard(hasTyped);
  const count = [...text].length;
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <FormError form={form} />
      <TextArea
        label="Text to speak"
        rows={6}
        maxLength={textLengthMax}
        help={`${formatCount(count)} of ${formatCount(textLengthMax, 'character')}.`}
        {...field('text')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label="Language" options={listLanguages(voices)} {...registerLanguage()} />
        <VoiceField form={form} voices={voices} />
        <SpeedField form={form} />
        <SelectField
          label="Format"
          options={listFormats(engine).map((value) => ({ value, label: formatNames[value] }))}
          {...field('format')}
        />
      </div>
      {takesInstructions(engine) && (
        <TextArea
          label="How to speak"
          rows={2}
          maxLength={instructionsLengthMax}
          help="Such as: calmly, with a pause after each sentence."
          {...field('instructions')}
        />
      )}
      <SpeakButtons form={form} count={count} isBusy={isBusy} />
      <LeaveDialog guard={guard} title="Leave this text?" confirmLabel="Leave">
        It has not been spoken or saved. If you leave, it is lost.
      </LeaveDialog>
    </form>
  );
}
