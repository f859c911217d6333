import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import type { EngineWire } from '../../wire/index.ts';
import { formatVoiceLanguage } from '../speech-format.ts';
import { EngineOptionFields } from './EngineOptionFields.tsx';
import { QualityNotice } from './QualityNotice.tsx';
import { firstOptions, type TranscriptionOptions } from './use-transcription.ts';

const anyLanguages = [
  'ar',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'fi',
  'fr',
  'he',
  'hi',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'nl',
  'no',
  'pl',
  'pt',
  'ro',
  'ru',
  'sv',
  'th',
  'tr',
  'uk',
  'vi',
  'zh',
];

type OptionFieldsProps = {
  options: TranscriptionOptions;
  engines: readonly EngineWire[];
  onChange: (options: TranscriptionOptions) => void;
  /** The transcript of a job is always saved. */
  isJob?: boolean;
};

/** Engine, language, what the engine offers, and whether the transcript is saved. */
export function OptionFields({ options, engines, onChange, isJob = false }: OptionFieldsProps) {
  const chosen =
    engines.find(({ id }) => id === options.model) ?? engines.find((one) => one.is_default);
  const languages = chosen?.languages.length ? chosen.languages : anyLanguages;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        label="Engine"
        value={chosen?.id ?? ''}
        onChange={({ target }) =>
          onChange({ ...firstOptions, model: target.value, store: options.store })
        }
        help={chosen?.note}
        options={engines.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectField
        label="Language"
        value={options.language}
        onChange={(event) => onChange({ ...options, language: event.target.value })}
        placeholder="Detect"
        options={languages
          .map((value) => ({ value, label: formatVoiceLanguage(value) }))
          .toSorted((a, b) => a.label.localeCompare(b.label))}
      />
      <EngineOptionFields engine={chosen} options={options} onChange={onChange} />
      {!isJob && (
        <Checkbox
          label="Save the transcript"
          help="The text is stored until you delete it. The recording never is."
          checked={options.store}
          onChange={(event) => onChange({ ...options, store: event.target.checked })}
          className="sm:col-span-2"
        />
      )}
      <div className="empty:hidden sm:col-span-2">
        <QualityNotice engine={chosen} />
      </div>
    </div>
  );
}
