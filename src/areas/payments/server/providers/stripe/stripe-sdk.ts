import type Stripe from 'stripe';
import { requireOnDemand } from '#kernel/require-on-demand.ts';

/** Loads the SDK only when Stripe is configured. */
export const loadStripe = (): typeof Stripe => requireOnDemand('stripe') as typeof Stripe;
