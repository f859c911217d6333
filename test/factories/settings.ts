import type { PaymentSettingsWire } from '#areas/payments/wire/settings.ts';
import { paymentSettingsPath } from '#areas/payments/wire/settings.ts';
import type { SignedIn, TestApp } from '../harness.ts';
import { send } from '../requests.ts';

/** Signs in again, because tests advance the clock beyond the end of sessions. */
export async function setPaymentSettings(
  t: TestApp,
  { email }: Pick<SignedIn, 'email'>,
  body: object,
): Promise<PaymentSettingsWire> {
  const { headers } = await t.signIn(email);
  const reply = await send(t, 'PATCH', paymentSettingsPath, body, { headers });
  if (reply.status !== 200) throw new Error(`refused: ${JSON.stringify(reply.body)}`);
  return reply.body as unknown as PaymentSettingsWire;
}
