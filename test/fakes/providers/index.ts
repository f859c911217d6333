// The providers that `PROVIDERS=fake` starts on this machine, each with the settings that lead to it.
import { startStripe } from './stripe/stripe.ts';

export type FakeProvider = {
  name: string;
  address: string;
  /** Environment variables of the server. */
  settings: Record<string, string>;
  close(): Promise<void>;
};
export type FakeProviderOptions = {
  /** Of the server, for webhooks. */
  serverUrl: string;
};

export const startProviders: readonly ((options: FakeProviderOptions) => Promise<FakeProvider>)[] =
  [
    ({ serverUrl }) =>
      startStripe({ webhookUrl: `${serverUrl}/apix/payments/webhook/`, sendsAtOnce: true }),
  ];
