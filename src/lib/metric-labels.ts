import type { UsageMetric } from './quota-groups.ts';

/** Plural nouns, for sentences such as "You used all requests of your plan." */
export const metricLabels: Record<UsageMetric, string> = {
  request: 'requests',
  audio_second: 'seconds of transcription',
  character: 'characters of speech',
  calculation: 'calculations',
  proxy_lease: 'proxy leases',
};
