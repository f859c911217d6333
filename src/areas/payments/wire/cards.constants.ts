export const paymentMethodsPath = '/dashboard/wallet/payment-methods';

export const cardSetupStatuses = ['open', 'completed', 'expired'] as const;

/** Networks by the code of the provider; others are shown as they are. */
const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

type CardFace = { brand: string; last4: string };

export const cardName = ({ brand, last4 }: CardFace): string =>
  `${brandNames[brand] ?? 'Card'} ending in ${last4}`;

type CardExpiry = { exp_month: number; exp_year: number };

/** As it is printed on the card: `04/29`. */
export const formatExpiry = ({ exp_month, exp_year }: CardExpiry): string =>
  `${String(exp_month).padStart(2, '0')}/${String(exp_year).slice(-2)}`;

/** The first moment at which a card is no longer valid. */
export const cardEnd = ({ exp_month, exp_year }: CardExpiry): Date =>
  new Date(Date.UTC(exp_year, exp_month, 1));
