export type RadioOption<Value extends string> = {
  value: Value;
  label: string;
  help: string;
  isDisabled?: boolean;
};

type RadioGroupProps<Value extends string> = {
  legend: string;
  name: string;
  value: Value;
  options: readonly RadioOption<Value>[];
  onChange: (value: Value) => void;
};

/** A choice between few options, each with an explanation. */
export const RadioGroup = <Value extends string>({
  legend,
  name,
  value: chosen,
  options,
  onChange,
}: RadioGroupProps<Value>) => (
  <fieldset className="grid gap-1.5">
    <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
    <div className="divide-y divide-line border border-control">
      {options.map(({ value, label, help, isDisabled }) => (
        <label
          key={value}
          className="flex min-h-14 items-center gap-3 px-4 py-2 hover:bg-text/5 has-checked:bg-accent/8"
        >
          <input
            type="radio"
            name={name}
            checked={chosen === value}
            disabled={isDisabled}
            onChange={() => onChange(value)}
            className="size-4"
          />
          <span>
            <span className="block font-medium">{label}</span>
            <span className="block text-sm text-quiet">{help}</span>
          </span>
        </label>
      ))}
    </div>
  </fieldset>
);
