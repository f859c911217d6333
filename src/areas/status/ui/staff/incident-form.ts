// The values of the two forms, and the body that they send.
import {
  type ComponentName,
  componentNames,
  type Impact,
  impactStates,
  stateLabels,
} from '../../wire/status.constants.ts';

/** Empty for a component that is not affected. */
export type ImpactValues = Record<ComponentName, Impact | ''>;
type AffectedComponent = { name: ComponentName; impact: Impact };

export const toImpactValues = (affected: readonly AffectedComponent[]): ImpactValues =>
  Object.fromEntries(
    componentNames.map((name) => [name, affected.find((one) => one.name === name)?.impact ?? '']),
  ) as ImpactValues;

export const toAffected = (values: ImpactValues): AffectedComponent[] =>
  componentNames.flatMap((name) => {
    const impact = values[name];
    return impact ? [{ name, impact }] : [];
  });

export const impactOptions = [
  { value: '', label: 'Not affected' },
  ...impactStates.map((value) => ({ value, label: stateLabels[value] })),
];
