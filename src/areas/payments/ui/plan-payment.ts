import type { PaymentWire } from '../contract.ts';

type PlanPayment = Pick<PaymentWire, 'purpose' | 'description'>;

/** `the Pro plan`, by what its payment is called; null for a top-up. */
export function planOf({ purpose, description }: PlanPayment): string | null {
  if (purpose === 'deposit') return null;
  const name = /^(?:Change to the )?(.+ plan)(?: \(cancelled\))?$/.exec(description)?.[1];
  return name ? `the ${name}` : 'your plan';
}

/** At the beginning of a sentence. */
export const capitalize = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
