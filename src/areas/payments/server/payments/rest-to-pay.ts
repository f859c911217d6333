// What is missing of a short payment, and whether it can still be sent.
import { Decimal } from '#lib/decimal.ts';
import type { PaymentRow } from './payment-store.ts';

/** In the pay currency; zero if nothing is missing. */
export const computeRest = ({ pay_amount, actually_paid }: PaymentRow): Decimal =>
  Decimal.max(new Decimal(pay_amount ?? actually_paid).minus(actually_paid), 0);

/** A payment page asks for the rest itself; what is sent to an address must reach a minimum. */
const needsMinimum = ({ status, is_late, pay_address }: PaymentRow): boolean =>
  status === 'partially_paid' && !is_late && pay_address !== null;

export const isRestTooSmall = (row: PaymentRow): boolean =>
  needsMinimum(row) && row.rest_minimum !== null && computeRest(row).lt(row.rest_minimum);

/** The provider has not said yet what it accepts. */
export const isRestUncertain = (row: PaymentRow): boolean =>
  needsMinimum(row) && row.rest_minimum === null;
