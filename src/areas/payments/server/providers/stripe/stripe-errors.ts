import { customerMissing, ProviderRefused, ProviderUnavailable } from '../provider.ts';
import { loadStripe } from './stripe-sdk.ts';

const name = 'stripe';
const rateLimitSeconds = 30;

/** Messages for customers by Stripe's error code; Stripe's own are for developers. */
const messages: Readonly<Record<string, string>> = {
  amount_too_small: 'This amount is less than a card can pay. Enter a larger amount.',
  amount_too_large: 'This amount is more than a card can pay at once. Enter a smaller amount.',
  resource_missing: 'The payment provider does not know this payment.',
  charge_already_refunded: 'This payment was refunded already.',
};

/** Maps errors of the SDK to those of all providers. */
export async function withStripeErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translate(error);
  }
}

/** Whether the key lacks the permission for a call; other failures say nothing about it. */
export async function isPermitted(call: () => Promise<unknown>): Promise<boolean> {
  const { errors } = loadStripe();
  try {
    await call();
    return true;
  } catch (error) {
    return !(error instanceof errors.StripePermissionError);
  }
}

/** The id of an intent whose card was declined; null for other errors. */
export function intentOfError(error: unknown): string | null {
  const { errors } = loadStripe();
  return error instanceof errors.StripeCardError ? (error.payment_intent?.id ?? null) : null;
}

function translate(error: unknown): unknown {
  const { errors } = loadStripe();
  if (!(error instanceof errors.StripeError)) return error;
  const isCustomerMissing = error.code === 'resource_missing' && error.param === 'customer';
  const code = isCustomerMissing ? customerMissing : (error.code ?? error.type);
  if (error instanceof errors.StripeRateLimitError)
    return new ProviderUnavailable(name, 'too many calls', rateLimitSeconds);
  if (error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeCardError)
    return new ProviderRefused(
      name,
      messages[code] ?? 'The payment provider did not accept this. Try another amount or currency.',
      code,
    );
  // Broken connections, 5xx and rejected keys: nothing that a customer can fix.
  return new ProviderUnavailable(name, `failed with ${code}`);
}
