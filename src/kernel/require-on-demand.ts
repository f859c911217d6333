import { createRequire } from 'node:module';

/**
 * Loads a package on first use, for packages that only some configurations need: Stripe, S3 and
 * Redis together would add about 100 MB of memory and 300 ms to every start. State the type:
 * `requireOnDemand('stripe') as typeof import('stripe')`.
 */
export const requireOnDemand: (name: string) => unknown = createRequire(import.meta.url);
