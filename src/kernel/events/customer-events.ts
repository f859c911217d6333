// What areas tell customers' programs. Areas publish in the transaction of what happened; app.ts
// names the one that passes it on.
import type { z } from 'zod';
import type { CustomerEvent } from '#lib/customer-events.ts';
import type { Tx } from '../database/database.ts';

export type PublishedEvent<Data = unknown> = {
  accountId: number;
  /** Called only if somebody wants to know. */
  data: () => Promise<Data> | Data;
};

export type CustomerEventHandler = (
  tx: Tx,
  event: CustomerEvent,
  published: PublishedEvent,
) => Promise<void>;

export type CustomerEvents = {
  /** Called once, by app.ts. Without a handler, nobody wants to know. */
  handle(handler: CustomerEventHandler): void;
  /** An error of the handler rolls back the publisher's transaction. */
  publish<Data extends z.ZodObject>(
    tx: Tx,
    event: CustomerEvent<Data>,
    published: PublishedEvent<z.output<NoInfer<Data>>>,
  ): Promise<void>;
};

export function createCustomerEvents(): CustomerEvents {
  let handler: CustomerEventHandler | undefined;
  return {
    handle(newHandler) {
      if (handler) throw new Error('The handler of customer events is registered twice.');
      handler = newHandler;
    },
    publish: async (tx, event, published) => handler?.(tx, event as CustomerEvent, published),
  };
}
