// The providers that `PROVIDERS=fake` starts on this machine, each with the settings that lead to it.
import { startNowpayments } from './nowpayments/start-nowpayments.ts';
import { startRates } from './rates/start-rates.ts';
import { startStripe } from './stripe/stripe.ts';
import { startVies } from './vies.ts';

type Provider = {
  name: string;
  /** `serverUrl` is for webhooks. */
  start(serverUrl: string): Promise<{
    address: string;
    /** Environment variables of the server. */
    settings: Record<string, string>;
  }>;
};

export const providers: readonly Provider[] = [
  {
    name: 'Stripe',
    start: (serverUrl) =>
      startStripe({ webhookUrl: `${serverUrl}/apix/payments/webhook/`, sendsAtOnce: true }),
  },
  { name: 'NOWPayments', start: () => startNowpayments() },
  { name: 'VIES', start: () => startVies() },
  { name: 'exchange rates', start: () => startRates() },
];
