import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createTickets } from './tickets.ts';

test('tickets leave in any order, once each, and let go of their response', () => {
  const left: string[] = [];
  const tickets = createTickets((caller) => left.push(caller));
  const requests = Array.from({ length: 4 }, () => ({}) as IncomingMessage);
  const [a, b, c, d] = requests.map((request, at) =>
    tickets.add(request, {} as ServerResponse, { caller: 'abcd'[at]!, unknown: undefined }),
  );
  expect(tickets.find(requests[2]!)).toBe(c);
  for (const ticket of [b!, b!, d!, a!]) tickets.leave(ticket);
  expect(left).toEqual(['b', 'd', 'a']);
  expect(tickets.all()).toEqual([c]);
  expect([a, b, c, d].map((one) => one!.response !== undefined)).toEqual([
    false,
    false,
    true,
    false,
  ]);
  tickets.leave(c!);
  tickets.add(requests[0]!, {} as ServerResponse, { caller: 'e', unknown: undefined });
  expect(tickets.all().map(({ caller }) => caller)).toEqual(['e']);
});
