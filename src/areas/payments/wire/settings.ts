// How an account pays without anyone present.
import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { chargeFirstChoices } from './settings.constants.ts';

const chargeFirst = z
  .enum(chargeFirstChoices)
  .describe(
    'What pays for the next period of a plan. `balance`: the default card pays what is missing. `card`: the balance pays if the card does not.',
  );

export const PaymentSettings = z
  .object({ charge_first: chargeFirst })
  .meta({ id: 'PaymentSettings' });
export type PaymentSettingsWire = z.infer<typeof PaymentSettings>;

export const paymentSettingsBody = z.object({ charge_first: chargeFirst }).partial();
export type PaymentSettingsBody = z.output<typeof paymentSettingsBody>;

export const paymentSettingsPath = '/apix/payments/settings/' as const;

export const readPaymentSettings = endpoint({
  method: 'GET',
  path: paymentSettingsPath,
  summary: 'Retrieve the settings of payments',
  description: 'Returns what renewals are charged to.',
  permission: { key: 'payments:read' },
  work: 'read',
  responses: { 200: PaymentSettings },
});

export const patchPaymentSettings = endpoint({
  method: 'PATCH',
  path: paymentSettingsPath,
  summary: 'Change the settings of payments',
  description:
    'Changes only the fields that are sent. It applies to the next renewal; without a saved card only the balance is charged.',
  permission: 'user',
  work: 'write',
  body: paymentSettingsBody,
  responses: { 200: PaymentSettings },
});
