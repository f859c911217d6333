import { scopeLabels } from '#lib/scope-labels.ts';
import type { Scope } from '#lib/scopes.ts';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { RadioGroup } from '#ui/fields/RadioGroup.tsx';

export type Choice = { scopes: readonly Scope[]; mayChange: boolean };

type AppScopesProps = {
  /** What the app asks for. */
  requested: readonly Scope[];
  choice: Choice;
  onChange: (choice: Choice) => void;
};

/** What an app may do: by area, and whether it may do more than read. */
export function AppScopes({ requested, choice, onChange }: AppScopesProps) {
  const toggle = (scope: Scope, isOn: boolean) =>
    onChange({
      ...choice,
      scopes: requested.filter((one) => (one === scope ? isOn : choice.scopes.includes(one))),
    });
  return (
    <>
      <RadioGroup
        legend="What it may do"
        name="access"
        value={choice.mayChange ? 'write' : 'read'}
        options={[
          { value: 'read', label: 'Read', help: 'Look things up and calculate.' },
          {
            value: 'write',
            label: 'Read and change',
            help: 'Also create, change and delete, in your name.',
          },
        ]}
        onChange={(value) => onChange({ ...choice, mayChange: value === 'write' })}
      />
      <fieldset className="grid min-w-0 gap-3">
        <legend className="mb-3 text-sm font-medium">In these areas</legend>
        {requested.map((scope) => (
          <Checkbox
            key={scope}
            label={scopeLabels[scope].label}
            help={scopeLabels[scope].help}
            checked={choice.scopes.includes(scope)}
            onChange={(event) => toggle(scope, event.target.checked)}
          />
        ))}
      </fieldset>
    </>
  );
}
