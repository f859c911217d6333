// Which providers there are follows from the configuration alone.
import type { Kernel } from '#kernel/kernel.ts';
import { listAllCurrencies } from '../currency-store.ts';
import { type NowpaymentsOptions, openNowpayments } from './nowpayments.ts';
import type { PaymentProvider, ProviderCurrencies, WebhookHeaders } from './provider.ts';
import { openSandbox } from './sandbox.ts';
import { openStripe, type StripeOptions } from './stripe.ts';

export type Providers = {
  /** Those that take real money first. */
  offered: readonly PaymentProvider[];
  find(name: string): PaymentProvider | undefined;
  /** The one that takes this kind of money; undefined when nobody does. */
  forCurrency(currencyType: 'fiat' | 'crypto'): PaymentProvider | undefined;
  /** Whose webhook this is, by its signature's header or the name in the address. */
  forWebhook(headers: WebhookHeaders, asked?: string): PaymentProvider | undefined;
};

/** Where providers are and how patient we are with them: for tests against servers of their own. */
export type ProviderOptions = {
  nowpayments?: Pick<NowpaymentsOptions, 'baseUrl' | 'http'>;
  stripe?: StripeOptions['client'];
};

export function openProviders(
  kernel: Pick<Kernel, 'config' | 'work' | 'clock'>,
  options: ProviderOptions = {},
): Providers {
  const { config, clock } = kernel;
  const offered: PaymentProvider[] = [];
  if (config.NOWPAYMENTS_API_KEY && config.NOWPAYMENTS_IPN_SECRET)
    offered.push(
      openNowpayments({
        apiKey: config.NOWPAYMENTS_API_KEY,
        ipnSecret: config.NOWPAYMENTS_IPN_SECRET,
        webhookUrl: `${config.SITE_URL}/apix/payments/webhook/`,
        clock,
        ...options.nowpayments,
      }),
    );
  if (config.STRIPE_SECRET_KEY && config.STRIPE_WEBHOOK_SECRET)
    offered.push(
      openStripe({
        secretKey: config.STRIPE_SECRET_KEY,
        webhookSecret: config.STRIPE_WEBHOOK_SECRET,
        clock,
        client: options.stripe ?? {},
      }),
    );
  if (config.hasPaymentSandbox)
    offered.push(openSandbox(kernel, { listCurrencies: () => listOwn(kernel) }));
  return {
    offered,
    find: (name) => offered.find((one) => one.name === name),
    forCurrency: (currencyType) => offered.find((one) => one.takes(currencyType)),
    forWebhook: (headers, asked) =>
      offered.find((one) =>
        asked ? one.name === asked : headers[one.signatureHeader] !== undefined,
      ),
  };
}

/** The sandbox takes whatever is switched on. */
async function listOwn({ work }: Pick<Kernel, 'work'>): Promise<ProviderCurrencies> {
  const rows = (await work.replica(listAllCurrencies)).filter((row) => row.is_active);
  return {
    plain: rows.map(({ code }) => code),
    fixedRate: rows.map(({ code, min_amount, max_amount }) => ({
      currency: code,
      minAmount: min_amount,
      maxAmount: max_amount,
    })),
  };
}
