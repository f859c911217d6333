import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import type { TryItCall, TryItParameter } from './try-it-call.ts';

export type Inputs = {
  values: Readonly<Record<string, string>>;
  body: string;
  files: Readonly<Record<string, File>>;
};

/** Of a raw body, which is one file. */
const rawField = 'body';

export const listFileFields = ({ bodyKind, files }: TryItCall): readonly string[] =>
  bodyKind === 'raw' ? [rawField] : files;

/** Why a text is no JSON; undefined if it is. */
export function jsonError(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `Not valid JSON: ${error instanceof Error ? error.message : 'check the text'}.`;
  }
}

type FieldProps = {
  parameter: TryItParameter;
  value: string;
  onChange: (value: string) => void;
};

function ParameterField({ parameter, value, onChange }: FieldProps) {
  const { name, isRequired, values } = parameter;
  const label = <code>{name}</code>;
  if (values)
    return (
      <SelectField
        label={label}
        required={isRequired}
        value={value}
        {...(!isRequired && { placeholder: 'Not sent' })}
        options={values.map((one) => ({ value: one, label: one }))}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  return (
    <TextField
      label={label}
      required={isRequired}
      value={value}
      spellCheck={false}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

type InputFieldsProps = {
  call: TryItCall;
  inputs: Inputs;
  onChange: (inputs: Inputs) => void;
};

/** A field for each parameter, and for the body. */
export function InputFields({ call, inputs, onChange }: InputFieldsProps) {
  const { values, body, files } = inputs;
  const hasText = call.bodyKind === 'json' || (call.bodyKind === 'form' && call.body !== '{}');
  return (
    <>
      {call.parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={values[parameter.name] ?? ''}
          onChange={(value) =>
            onChange({ ...inputs, values: { ...values, [parameter.name]: value } })
          }
        />
      ))}
      {listFileFields(call).map((name) => (
        <TextField
          key={name}
          label={<code>{name}</code>}
          type="file"
          className="[&_input]:py-1.5"
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) onChange({ ...inputs, files: { ...files, [name]: file } });
          }}
        />
      ))}
      {hasText && (
        <TextArea
          label={call.bodyKind === 'json' ? 'Body' : 'Other fields of the form'}
          isCode
          rows={8}
          spellCheck={false}
          value={body}
          error={jsonError(body)}
          onChange={({ target }) => onChange({ ...inputs, body: target.value })}
        />
      )}
    </>
  );
}
