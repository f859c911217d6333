import { Checkbox } from '#ui/Checkbox.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import type { EngineWire } from '../../contract.ts';
import { sayLanguage } from '../speech-words.ts';
import type { Wishes } from './use-transcription.ts';

const anyLanguages = [
  ...['ar', 'cs', 'da', 'de', 'el', 'en', 'es', 'fi', 'fr', 'he', 'hi', 'hu', 'id', 'it', 'ja'],
  ...['ko', 'nl', 'no', 'pl', 'pt', 'ro', 'ru', 'sv', 'th', 'tr', 'uk', 'vi', 'zh'],
];

type WishFieldsProps = {
  wishes: Wishes;
  engines: readonly EngineWire[];
  onChange: (wishes: Wishes) => void;
};

/** Engine, language, and whether the text is kept. */
export function WishFields({ wishes, engines, onChange }: WishFieldsProps) {
  const chosen =
    engines.find(({ id }) => id === wishes.model) ?? engines.find((one) => one.is_default);
  const languages = chosen?.languages.length ? chosen.languages : anyLanguages;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        label="Engine"
        value={chosen?.id ?? ''}
        onChange={(event) => onChange({ ...wishes, model: event.target.value, language: '' })}
        help={chosen?.note}
        options={engines.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectField
        label="Language"
        value={wishes.language}
        onChange={(event) => onChange({ ...wishes, language: event.target.value })}
        placeholder="Find out"
        options={languages.map((value) => ({ value, label: sayLanguage(value) }))}
      />
      <Checkbox
        label="Keep the transcript"
        help="The text is stored until you delete it. The recording never is."
        checked={wishes.store}
        onChange={(event) => onChange({ ...wishes, store: event.target.checked })}
        className="sm:col-span-2"
      />
    </div>
  );
}
