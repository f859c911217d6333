import { createRequire } from 'node:module';

/**
 * Loads a package on first use: those that only some configurations need, as Stripe, S3 and Redis,
 * would add about 100 MB of memory and 300 ms to every start, and those that write mails and files
 * 70 ms. State the type:
 * `requireOnDemand('stripe') as typeof import('stripe')`.
 */
export const requireOnDemand: (name: string) => unknown = createRequire(import.meta.url);
