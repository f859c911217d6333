// The dependencies of this area's use-cases.
import type { Payments } from '#areas/payments/server/index.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { InvoicesConfig } from './config.ts';
import { readSeller, type Seller } from './seller/seller.ts';
import { createReport } from './vies/report-refusal.ts';
import { createVies, type Vies } from './vies/vies.ts';

export type Invoices = {
  kernel: Kernel<InvoicesConfig>;
  payments: Payments;
  seller: Seller;
  vies: Vies | undefined;
};

/** Throws for a seller that is not filled in correctly. */
export const createInvoices = (kernel: Kernel<InvoicesConfig>, payments: Payments): Invoices => {
  const seller = readSeller();
  return {
    kernel,
    payments,
    seller,
    vies: createVies(kernel.config, seller, createReport(kernel)),
  };
};
