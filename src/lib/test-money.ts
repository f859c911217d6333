// Settings of payment providers that move no real money.

type Settings = {
  STRIPE_SECRET_KEY?: string | undefined;
  NOWPAYMENTS_URL?: string | undefined;
};

/** Secret and restricted keys of Stripe's test mode and sandboxes. */
export const isStripeTestKey = (key: string): boolean => /^(sk|rk)_test_/.test(key);

/** NOWPayments has its sandbox at a host of its own: api-sandbox.nowpayments.io. */
export const isNowpaymentsTestUrl = (url: string): boolean =>
  new URL(url).hostname.startsWith('api-sandbox.');

/** The names of the settings that make payments tests. */
export const testSettingsOf = ({ STRIPE_SECRET_KEY, NOWPAYMENTS_URL }: Settings): string[] => [
  ...(STRIPE_SECRET_KEY && isStripeTestKey(STRIPE_SECRET_KEY) ? ['STRIPE_SECRET_KEY'] : []),
  ...(NOWPAYMENTS_URL && isNowpaymentsTestUrl(NOWPAYMENTS_URL) ? ['NOWPAYMENTS_URL'] : []),
];
