import { commonErrors } from '#lib/endpoint.ts';
import type { Feature } from '#lib/features.ts';
import { apiError } from '../http/errors.ts';
import type { Kernel } from '../kernel.ts';

const retryAfterSeconds = 60;

/** Throws `feature_off` when staff have switched the feature off. */
export async function requireFeature(
  { features }: Pick<Kernel, 'features'>,
  feature: Feature | undefined,
): Promise<void> {
  if (feature && !(await features.isOn(feature)))
    throw apiError(commonErrors.featureOff, { retry_after: retryAfterSeconds });
}
