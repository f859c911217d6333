import { z } from 'zod';
import { count, flag, url } from '#kernel/config-values.ts';
import { type DeclaredConfig, declareConfig } from '#kernel/declare-config.ts';
import { listTestSettings } from './providers/test-money.ts';

// Without its secret a provider could not verify webhooks, and forged ones would credit money.
const keys = [
  ['NOWPAYMENTS_API_KEY', 'NOWPAYMENTS_IPN_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
] as const;

export const paymentsConfig = declareConfig({
  variables: {
    NOWPAYMENTS_API_KEY: z.string().optional(),
    NOWPAYMENTS_IPN_SECRET: z.string().optional(),
    NOWPAYMENTS_URL: url('http:', 'https:')
      .transform((text) => text.replace(/\/+$/, ''))
      .optional(),
    STRIPE_SECRET_KEY: z.string().optional(),
    STRIPE_WEBHOOK_SECRET: z.string().optional(),
    STRIPE_URL: url('http:', 'https:').optional(),
    PROVIDERS: z.enum(['real', 'fake']).default('real'),
    PAYMENTS_SANDBOX: flag.optional(),
    PAYMENTS_TEST_KEYS: flag.default(false),
    ADJUSTMENT_MAX_USD: count(1, 1_000_000_000).default(10_000),
  },
  inFiles: keys.flat(),
  together: keys,
  findProblems(environment, values) {
    if (environment.NODE_ENV !== 'production') return [];
    const problems: string[] = [];
    // Anyone who finds the sandbox page could credit their own account with real balance.
    if (flag.safeParse(environment.PAYMENTS_SANDBOX).data)
      for (const [name] of keys)
        if (environment[name])
          problems.push(`PAYMENTS_SANDBOX: must not be on in production together with ${name}`);
    // Whoever answers there could say that anything was paid.
    for (const name of ['STRIPE_URL', 'PROVIDERS'])
      if (environment[name] && environment[name] !== 'real')
        problems.push(`${name}: providers that are played on a machine are not for production`);
    // Wallets filled with money that does not exist would buy real things.
    if (values && !values.PAYMENTS_TEST_KEYS)
      for (const name of listTestSettings(values))
        problems.push(
          `${name}: is of the provider's test mode, which moves no money; set PAYMENTS_TEST_KEYS=on to allow it in production`,
        );
    return problems;
  },
  inTestMode: {
    NOWPAYMENTS_API_KEY: undefined,
    NOWPAYMENTS_IPN_SECRET: undefined,
    STRIPE_SECRET_KEY: undefined,
    STRIPE_WEBHOOK_SECRET: undefined,
    PAYMENTS_SANDBOX: true,
  },
  derive: ({ PAYMENTS_SANDBOX, isProduction }) => ({
    /** Whether sandbox payments are offered: outside production, or when switched on. */
    hasPaymentSandbox: PAYMENTS_SANDBOX ?? !isProduction,
  }),
});

export type PaymentsConfig = DeclaredConfig<typeof paymentsConfig>;

/** Of a provider that is called, with whose clock the own one can be compared. */
export function findProviderUrl(config: PaymentsConfig): string | undefined {
  if (config.STRIPE_SECRET_KEY) return config.STRIPE_URL ?? 'https://api.stripe.com';
  return config.NOWPAYMENTS_API_KEY && 'https://api.nowpayments.io';
}
