export type RadioRow<Value extends string> = {
  value: Value;
  label: string;
  help: string;
  isDisabled?: boolean;
};

type RadioRowsProps<Value extends string> = {
  legend: string;
  name: string;
  value: Value;
  rows: readonly RadioRow<Value>[];
  onChange: (value: Value) => void;
};

/** A choice of few, each with a sentence that helps to choose. */
export const RadioRows = <Value extends string>({
  legend,
  name,
  value: chosen,
  rows,
  onChange,
}: RadioRowsProps<Value>) => (
  <fieldset className="grid gap-1.5">
    <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
    <div className="divide-y divide-line border border-control">
      {rows.map(({ value, label, help, isDisabled }) => (
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
