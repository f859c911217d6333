// Settings of payment providers that move no real money.

type Settings = {
  STRIPE_SECRET_KEY?: string | undefined;
  NOWPAYMENTS_URL?: string | undefined;
};

/** Secret and restricted keys of Stripe's test mode and sandboxes. */
export const isStripeTestKey = (key: string): boolean => /^(sk|rk)_test_/.test(key);

const ownHosts = ['localhost', '127.0.0.1', '[::1]'];

/** The sandbox of NOWPayments, api-sandbox.nowpayments.io, or a server of this machine. */
export function isNowpaymentsTestUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname.startsWith('api-sandbox.') || ownHosts.includes(hostname);
}

/** The names of the settings that make payments tests. */
export const listTestSettings = ({ STRIPE_SECRET_KEY, NOWPAYMENTS_URL }: Settings): string[] => [
  ...(STRIPE_SECRET_KEY && isStripeTestKey(STRIPE_SECRET_KEY) ? ['STRIPE_SECRET_KEY'] : []),
  ...(NOWPAYMENTS_URL && isNowpaymentsTestUrl(NOWPAYMENTS_URL) ? ['NOWPAYMENTS_URL'] : []),
];
