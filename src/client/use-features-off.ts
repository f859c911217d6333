import { useQuery } from '@tanstack/react-query';
import type { Feature } from '#lib/features.ts';
import { type FeatureOffWire, listFeaturesOff } from '#lib/wire/features.ts';
import { call } from './api.ts';

const refetchMs = 30_000;
const none: readonly FeatureOffWire[] = [];

/**
 * Which of these features are switched off; none while that is unknown, since the calls themselves
 * would be refused. Polls every 30 seconds while the page is visible.
 */
export function useFeaturesOff(features: readonly Feature[]): readonly FeatureOffWire[] {
  const { data } = useQuery({
    queryKey: ['features', 'off'],
    queryFn: () => call(listFeaturesOff, {}),
    enabled: features.length > 0,
    staleTime: 5000,
    refetchInterval: refetchMs,
  });
  return data?.off.filter(({ name }) => features.includes(name)) ?? none;
}
