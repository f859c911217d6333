import type { PaymentWire } from '../../wire/payment-schema.ts';

type PlanPayment = Pick<PaymentWire, 'purpose' | 'description'>;

/** `the Pro plan`, from the payment's description; null for a top-up. */
export function readPlanName({ purpose, description }: PlanPayment): string | null {
  if (purpose === 'deposit') return null;
  const name = /^(?:Change to the )?(.+ plan)(?: \(cancelled\))?$/.exec(description)?.[1];
  return name ? `the ${name}` : 'your plan';
}
