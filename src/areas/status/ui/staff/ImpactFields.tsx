import type { FieldValues, Path, UseFormRegister } from 'react-hook-form';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { componentNames, components } from '../../wire/status.constants.ts';
import { type ImpactValues, impactOptions } from './incident-form.ts';

type ImpactFieldsProps<Values extends FieldValues & { impacts: ImpactValues }> = {
  register: UseFormRegister<Values>;
};

/** What the incident does to each component. */
export const ImpactFields = <Values extends FieldValues & { impacts: ImpactValues }>({
  register,
}: ImpactFieldsProps<Values>) => (
  <fieldset>
    <legend className="mb-3 font-medium">Affected components</legend>
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-3 sm:grid-cols-2">
      {componentNames.map((name) => (
        <SelectField
          key={name}
          label={components[name]}
          options={impactOptions}
          {...register(`impacts.${name}` as Path<Values>)}
        />
      ))}
    </div>
  </fieldset>
);
