// The calls in flight: a list, and a property of each request.
//
// Not a map, and no response that can be reached from its request for longer than the call lasts:
// V8 links the table of a map to the one that replaces it, and once one of them is in the old
// generation, it keeps all calls that follow until the next full collection. Each call then costs
// half as much again, and the process 30 MB (bench/profile.ts).
import type { IncomingMessage, ServerResponse } from 'node:http';

export type Ticket = {
  caller: string;
  startedMs: number;
  /** Undefined once it has left. */
  response: ServerResponse | undefined;
  /** The hash of a credential that is not known yet. */
  unknown: string | undefined;
  /** Its place in the list; -1 once it has left. */
  at: number;
};
const ticketKey = Symbol('ticket');
type TicketHolder = IncomingMessage & { [ticketKey]?: Ticket };

/** `onLeave` is called once for each ticket. */
export function createTickets(onLeave: (caller: string) => void) {
  const list: Ticket[] = [];
  return {
    add(
      request: IncomingMessage,
      response: ServerResponse,
      of: Pick<Ticket, 'caller' | 'unknown'>,
    ): Ticket {
      const { caller, unknown } = of;
      const startedMs = performance.now();
      const ticket: Ticket = { caller, startedMs, response, unknown, at: list.length };
      list.push(ticket);
      (request as TicketHolder)[ticketKey] = ticket;
      return ticket;
    },
    /** Also after it has left. */
    find: (request: IncomingMessage): Ticket | undefined => (request as TicketHolder)[ticketKey],
    all: (): Ticket[] => [...list],
    leave(ticket: Ticket): void {
      if (ticket.at === -1) return;
      const last = list.pop()!;
      if (last !== ticket) list[ticket.at] = last;
      last.at = ticket.at;
      ticket.at = -1;
      ticket.response = undefined;
      onLeave(ticket.caller);
    },
  };
}
