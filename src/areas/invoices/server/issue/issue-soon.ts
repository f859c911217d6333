import type { Tx } from '#kernel/database/database.ts';
import type { Invoices } from '../invoices-area.ts';

export const issueQueue = 'invoices.issue';

/** After a charge, or when the country of a customer becomes known: issued once it is committed. */
export const issueSoon =
  ({ kernel }: Pick<Invoices, 'kernel'>) =>
  (tx: Tx): Promise<void> =>
    kernel.jobs.send(tx, issueQueue, {}, { singletonKey: 'charged' });
