import { useId } from 'react';
import type { FactGroup } from '../draft/fact-groups.ts';
import { FactField, type FactFieldProps } from './FactField.tsx';

type FactFieldsProps = Pick<FactFieldProps, 'values' | 'onChange'> & {
  group: FactGroup;
  errors: Readonly<Record<string, string>>;
  missing: readonly string[];
};

const isMissing = (fact: FactGroup['facts'][number], missing: readonly string[]) =>
  missing.includes(fact.name) || missing.includes(fact.instead?.name ?? '');

/** A section of the form: facts that come from the same place. */
export function FactFields({ group, errors, missing, ...rest }: FactFieldsProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="@container border-t border-line pt-6">
      <h2 id={titleId} className="text-lg">
        {group.title}
      </h2>
      <div className="mt-4 grid items-start gap-x-5 gap-y-5 @lg:grid-cols-2">
        {group.facts.map((fact) => (
          <FactField
            key={fact.name}
            {...rest}
            fact={fact}
            error={errors[fact.name] ?? errors[fact.instead?.name ?? '']}
            isMissing={isMissing(fact, missing)}
          />
        ))}
      </div>
    </section>
  );
}
