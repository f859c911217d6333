/** The numbers of Stripe's test cards, so that both are documented at once. */
export const sandboxCards = {
  pays: { label: 'Pays', brand: 'visa', number: '4242 4242 4242 4242' },
  is_declined: { label: 'Is declined', brand: 'visa', number: '4000 0000 0000 0341' },
  needs_authentication: {
    label: 'Needs authentication',
    brand: 'visa',
    number: '4000 0027 6000 3184',
  },
  expires: {
    label: 'Pays, and expires at the end of this month',
    brand: 'mastercard',
    number: '5555 5555 5555 4444',
  },
} as const;
export type CardBehavior = keyof typeof sandboxCards;
export const isBehavior = (text: string): text is CardBehavior => Object.hasOwn(sandboxCards, text);
