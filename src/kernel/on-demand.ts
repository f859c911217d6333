import { createRequire } from 'node:module';

/**
 * Loads a package where it is first needed, for those that only some configurations use: Stripe,
 * S3 and Redis cost about 100 MB of memory and 300 ms of every start together. Name the type:
 * `requireOnDemand('stripe') as typeof import('stripe')`.
 */
export const requireOnDemand: (name: string) => unknown = createRequire(import.meta.url);
