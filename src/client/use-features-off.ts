import { useQuery } from '@tanstack/react-query';
import { type FeatureOffWire, listFeaturesOff } from '#lib/feature-contract.ts';
import type { Feature } from '#lib/features.ts';
import { call } from './api.ts';

const refetchMs = 30_000;
const nothing: readonly FeatureOffWire[] = [];

/**
 * What is switched off of these features. Asked anew every half a minute while somebody looks, and
 * when they come back. Nothing is off while it is not known: the call itself would say so.
 */
export function useFeaturesOff(features: readonly Feature[]): readonly FeatureOffWire[] {
  const { data } = useQuery({
    queryKey: ['features', 'off'],
    queryFn: () => call(listFeaturesOff, {}),
    enabled: features.length > 0,
    staleTime: 5000,
    refetchInterval: refetchMs,
  });
  return data?.off.filter(({ name }) => features.includes(name)) ?? nothing;
}
