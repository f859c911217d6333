// Events between areas that may not import each other. Handlers run inside the publisher's
// transaction, so that an event and its effects are committed together or not at all.
import type { Tx } from '../database/database.ts';

/** A name and the type of its payload. Created by `defineEvent` in the area that publishes it. */
export type EventDeclaration<Payload> = {
  readonly name: string;
  /** Never set; exists for the type alone. */
  readonly payload?: Payload;
};
/** `export const paymentCompleted = defineEvent<{ paymentId: string }>('payment.completed')`. */
export const defineEvent = <Payload>(name: string): EventDeclaration<Payload> => ({ name });

export type EventHandler<Payload> = (tx: Tx, payload: Payload) => Promise<void>;

export type Events = {
  /**
   * Registers an event's handlers in the order in which they run. Called once per event by app.ts
   * alone, with an empty list for an event without handlers. Throws for a second registration.
   */
  handle<Payload>(
    event: EventDeclaration<Payload>,
    handlers: readonly EventHandler<NoInfer<Payload>>[],
  ): void;
  /**
   * Runs the handlers one after another in `tx`. An error of a handler is rethrown and rolls back
   * the publisher's transaction. Throws for an event without registered handlers.
   */
  publish<Payload>(
    tx: Tx,
    event: EventDeclaration<Payload>,
    payload: NoInfer<Payload>,
  ): Promise<void>;
};

export function createEvents(): Events {
  const lists = new Map<string, readonly EventHandler<never>[]>();
  return {
    handle(event, handlers) {
      if (lists.has(event.name))
        throw new Error(`The handlers of the event "${event.name}" are registered twice.`);
      lists.set(event.name, handlers);
    },
    async publish(tx, event, payload) {
      const handlers = lists.get(event.name);
      if (!handlers) throw new Error(`No handlers are registered for the event "${event.name}".`);
      for (const handler of handlers) await handler(tx, payload as never);
    },
  };
}
