import { commonErrors } from '#lib/endpoint.ts';
import type { Feature } from '#lib/features.ts';
import type { Kernel } from '../kernel.ts';
import { apiError } from './errors.ts';

const againSeconds = 60;

/** Throws `feature_off` for what staff have switched off. */
export async function refuseSwitchedOff(
  { features }: Pick<Kernel, 'features'>,
  feature: Feature | undefined,
): Promise<void> {
  if (feature && !(await features.isOn(feature)))
    throw apiError(commonErrors.featureOff, { retry_after: againSeconds });
}
