import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import type { EngineWire } from '../../wire/index.ts';
import type { TranscriptionOptions } from './use-transcription.ts';

type EngineOptionFieldsProps = {
  engine: EngineWire | undefined;
  options: TranscriptionOptions;
  onChange: (options: TranscriptionOptions) => void;
};

/** What only some engines can do. */
export function EngineOptionFields({ engine, options, onChange }: EngineOptionFieldsProps) {
  const can = new Set(engine?.options);
  return (
    <>
      {can.has('prompt') && (
        <TextField
          label="Names and terms"
          help="Words that are likely to occur, such as names of people and products."
          maxLength={1000}
          value={options.prompt}
          onChange={(event) => onChange({ ...options, prompt: event.target.value })}
          className="sm:col-span-2"
        />
      )}
      {can.has('translate') && (
        <Checkbox
          label="Translate into English"
          checked={options.translate}
          onChange={(event) => onChange({ ...options, translate: event.target.checked })}
          className="sm:col-span-2"
        />
      )}
      {can.has('diarize') && (
        <Checkbox
          label="Tell speakers apart"
          help="Each segment says which of the speakers it is from."
          checked={options.diarize}
          onChange={(event) => onChange({ ...options, diarize: event.target.checked })}
          className="sm:col-span-2"
        />
      )}
    </>
  );
}
