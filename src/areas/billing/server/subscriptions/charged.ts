import { defineEvent } from '#kernel/events/events.ts';

/** A plan or overage was charged to a wallet. Published in the transaction of the charge. */
export const charged = defineEvent<{ journalId: string }>('billing.charged');
