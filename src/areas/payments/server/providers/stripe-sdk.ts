import type Stripe from 'stripe';
import { requireOnDemand } from '#kernel/on-demand.ts';

/** The SDK, loaded where Stripe is configured and nowhere else. */
export const loadStripe = (): typeof Stripe => requireOnDemand('stripe') as typeof Stripe;
