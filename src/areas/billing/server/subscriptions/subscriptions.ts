// Dependencies of the tariff and subscription use-cases.
import type { Ledger } from '#areas/ledger/server/index.ts';
import type { Payments } from '#areas/payments/server/index.ts';
import type { Kernel } from '#kernel/kernel.ts';

export type Subscriptions = { kernel: Kernel; ledger: Ledger; payments: Payments };

export const createSubscriptions = (kernel: Kernel, payments: Payments): Subscriptions => ({
  kernel,
  ledger: payments.ledger,
  payments,
});
