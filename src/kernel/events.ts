// Events between areas without an arrow to each other. They happen inside the publisher's
// transaction: either everything that belongs to the event is stored, or nothing.
import type { Tx } from './database/database.ts';

/** A name with the type of what is told. Made by `defineEvent` in the area that publishes it. */
export type EventDeclaration<Payload> = {
  readonly name: string;
  /** Never set; it carries the type. */
  readonly payload?: Payload;
};
/** `export const paymentCompleted = defineEvent<{ paymentId: string }>('payment.completed')`. */
export const defineEvent = <Payload>(name: string): EventDeclaration<Payload> => ({ name });

export type EventHandler<Payload> = (tx: Tx, payload: Payload) => Promise<void>;

export type Events = {
  /**
   * Lists an event's handlers in the order they run. Only app.ts calls it, once an event, with an
   * empty list for an event that nobody needs yet. Throws for a second list.
   */
  handle<Payload>(
    event: EventDeclaration<Payload>,
    handlers: readonly EventHandler<NoInfer<Payload>>[],
  ): void;
  /**
   * Runs the handlers one after another in `tx`. What one throws is thrown here and rolls the
   * publisher back. Throws for an event without a list.
   */
  publish<Payload>(
    tx: Tx,
    event: EventDeclaration<Payload>,
    payload: NoInfer<Payload>,
  ): Promise<void>;
};

export function openEvents(): Events {
  const lists = new Map<string, readonly EventHandler<never>[]>();
  return {
    handle(event, handlers) {
      if (lists.has(event.name))
        throw new Error(`The handlers of the event "${event.name}" are listed twice.`);
      lists.set(event.name, handlers);
    },
    async publish(tx, event, payload) {
      const handlers = lists.get(event.name);
      if (!handlers) throw new Error(`No handlers are listed for the event "${event.name}".`);
      for (const handler of handlers) await handler(tx, payload as never);
    },
  };
}
