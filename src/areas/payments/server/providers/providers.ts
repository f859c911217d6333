// The configuration decides which providers exist.
import type { Kernel } from '#kernel/kernel.ts';
import { recreateOnChange } from '#kernel/recreate-on-change.ts';
import { listAllCurrencies } from '../checkout/currency-store.ts';
import type { PaymentsConfig } from '../config.ts';
import { createNowpayments, type NowpaymentsOptions } from './nowpayments/nowpayments.ts';
import type { PaymentProvider, ProviderCurrencies, WebhookHeaders } from './provider.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { createStripe, type StripeOptions } from './stripe/stripe.ts';

export type Providers = {
  /** Real providers first. */
  offered: readonly PaymentProvider[];
  find(name: string): PaymentProvider | undefined;
  /** The provider for this kind of currency; undefined if there is none. */
  forCurrency(currencyType: 'fiat' | 'crypto'): PaymentProvider | undefined;
  /** Where new cards are saved; undefined if nobody can. */
  forCards(): PaymentProvider | undefined;
  /** Names of the providers that can refund. */
  listRefunding(): string[];
  /** The provider of a webhook, by its signature header or the name in the URL. */
  forWebhook(headers: WebhookHeaders, name?: string): PaymentProvider | undefined;
};

/** Base URLs and timeouts, for tests with their own servers. */
export type ProviderOptions = {
  nowpayments?: Pick<NowpaymentsOptions, 'baseUrl' | 'http'>;
  stripe?: StripeOptions['client'];
};

type ProvidersKernel = Pick<Kernel<PaymentsConfig>, 'config' | 'work' | 'clock'>;

export function createProviders(kernel: ProvidersKernel, options: ProviderOptions = {}): Providers {
  const { config } = kernel;
  const offered = recreateOnChange(
    () => JSON.stringify(keyNames.map((name) => config[name])),
    () => listProviders(kernel, options),
  );
  return {
    get offered() {
      return offered();
    },
    find: (name) => offered().find((one) => one.name === name),
    forCurrency: (currencyType) => offered().find((one) => one.takes(currencyType)),
    forCards: () => offered().find((one) => one.cards !== null),
    listRefunding: () => offered().flatMap(({ name, canRefund }) => (canRefund ? [name] : [])),
    forWebhook: (headers, name) =>
      offered().find((one) =>
        name ? one.name === name : headers[one.signatureHeader] !== undefined,
      ),
  };
}

const keyNames = [
  'NOWPAYMENTS_API_KEY',
  'NOWPAYMENTS_IPN_SECRET',
  'NOWPAYMENTS_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_URL',
] as const;

function listProviders(kernel: ProvidersKernel, options: ProviderOptions): PaymentProvider[] {
  const { config, clock } = kernel;
  const offered: PaymentProvider[] = [];
  if (config.NOWPAYMENTS_API_KEY && config.NOWPAYMENTS_IPN_SECRET)
    offered.push(
      createNowpayments({
        apiKey: config.NOWPAYMENTS_API_KEY,
        ipnSecret: config.NOWPAYMENTS_IPN_SECRET,
        webhookUrl: `${config.SITE_URL}/apix/payments/webhook/`,
        clock,
        ...(config.NOWPAYMENTS_URL && { baseUrl: config.NOWPAYMENTS_URL }),
        ...options.nowpayments,
      }),
    );
  if (config.STRIPE_SECRET_KEY && config.STRIPE_WEBHOOK_SECRET)
    offered.push(
      createStripe({
        secretKey: config.STRIPE_SECRET_KEY,
        webhookSecret: config.STRIPE_WEBHOOK_SECRET,
        clock,
        client: { ...(config.STRIPE_URL && readAddress(config.STRIPE_URL)), ...options.stripe },
      }),
    );
  if (config.hasPaymentSandbox)
    offered.push(createSandbox(kernel, { listCurrencies: () => listActiveCurrencies(kernel) }));
  return offered;
}

function readAddress(url: string): NonNullable<StripeOptions['client']> {
  const { protocol, hostname, port } = new URL(url);
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
  };
}

/** The sandbox accepts every active currency. */
async function listActiveCurrencies({ work }: Pick<Kernel, 'work'>): Promise<ProviderCurrencies> {
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
