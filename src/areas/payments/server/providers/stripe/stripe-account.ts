// Whose customers and cards a key can use: the account's id and the key's mode.
import type Stripe from 'stripe';
import { isStripeTestKey } from '../test-money.ts';
import { withStripeErrors } from './stripe-errors.ts';
import { loadStripe } from './stripe-sdk.ts';

/** Lists of cards wait for it. */
const limits = { timeout: 2000, maxNetworkRetries: 0 };

export function createStripeAccount(stripe: Stripe, secretKey: string) {
  const mode = isStripeTestKey(secretKey) ? 'test' : 'live';
  let known: string | null = null;
  return {
    account: () => known,
    loadAccount: async () => {
      if (known !== null) return known;
      const id = await withStripeErrors(() => requestId(stripe));
      known = id && `${id}/${mode}`;
      return known;
    },
  };
}

/** Empty if the key may not read it. */
async function requestId(stripe: Stripe): Promise<string> {
  try {
    return (await stripe.accounts.retrieveCurrent({}, limits)).id;
  } catch (error) {
    const { errors } = loadStripe();
    if (!(error instanceof errors.StripePermissionError)) throw error;
    // Few restricted keys may, but the refusal names the account.
    return /account '(acct_\w+)'/.exec(error.message)?.[1] ?? '';
  }
}
