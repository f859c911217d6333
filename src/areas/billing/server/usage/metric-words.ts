import type { UsageMetric } from '#lib/endpoint.ts';

/** For a sentence: "You used all requests of your plan." */
export const metricWords: Record<UsageMetric, string> = {
  request: 'requests',
  audio_second: 'seconds of transcription',
  character: 'characters of speech',
  calculation: 'calculations',
  proxy_lease: 'proxy leases',
};
