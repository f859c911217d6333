import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createCustomer,
  requestSubscription,
  subscriptionsPath,
} from '#test/factories/subscriptions.ts';
import {
  createMessage,
  createTicket,
  fetchTicket,
  ticketsPath,
  updateTicket,
} from '#test/factories/tickets.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import type { TicketWire } from '../../wire/index.ts';

const t = useApp();
const hourMs = 3_600_000;
let scale: SignedIn;
let free: SignedIn;
let support: SignedIn;

beforeAll(async () => {
  scale = await createCustomer(t, 'scale@example.com', '5000');
  free = await createCustomer(t, 'free@example.com');
  expect((await requestSubscription(t, scale, 'scale')).status).toBe(201);
});
// Access tokens live for minutes.
async function signEverybodyIn() {
  scale = await t.signIn(scale.email);
  free = await t.signIn(free.email);
  support = await t.signIn('support@example.com', { roles: ['support', 'admin'] });
}
beforeEach(signEverybodyIn);

const hoursTo = (at: string, since = t.clock.now()) => (Date.parse(at) - since.getTime()) / hourMs;
const inbox = async (query = '') => {
  const { body } = await send(t, 'GET', `${ticketsPath}?search=crank${query}`, undefined, support);
  return body.results as TicketWire[];
};

test('whose plan has priority support is answered first, in half the time', async () => {
  const usual = await createTicket(t, free, { subject: 'The crank' });
  const first = await createTicket(t, scale, { subject: 'A crank' });
  t.clock.advance(1000);
  await createMessage(t, free, usual.uuid, 'Still waiting');
  expect(usual.has_priority_support).toBe(false);
  expect(first.has_priority_support).toBe(true);
  expect(hoursTo(usual.first_response_due_at, new Date(usual.created_at))).toBe(24);
  expect(hoursTo(first.first_response_due_at, new Date(first.created_at))).toBe(12);
  // The other one changed later.
  expect((await inbox()).map(({ uuid }) => uuid)).toEqual([first.uuid, usual.uuid]);
  const byTime = await inbox('&ordering=-updated_at');
  expect(byTime.map(({ uuid }) => uuid)).toEqual([usual.uuid, first.uuid]);
  // Answered, it has no turn.
  await createMessage(t, support, first.uuid, 'Which loom is it?');
  t.clock.advance(1000);
  await createMessage(t, free, usual.uuid, 'And still');
  expect((await inbox())[0]?.uuid).toBe(usual.uuid);
});

test('a later question is due within half a day, and priority shifts by the half', async () => {
  const { uuid } = await createTicket(t, scale);
  const requestedAt = t.clock.now();
  const urgent = await updateTicket(t, support, uuid, { priority: 'urgent' });
  expect(hoursTo(urgent.first_response_due_at, requestedAt)).toBe(2);
  await createMessage(t, support, uuid, 'Look again');
  t.clock.advance(1000);
  await createMessage(t, scale, uuid, 'No');
  const { body } = await send(t, 'GET', '/apix/admin/open-work/', undefined, support);
  const work = (body.results as { id: string; due_at: string }[]).find(({ id }) => id === uuid);
  expect(hoursTo(work!.due_at)).toBe(12);
});

test('the plan counts that holds when the customer writes', async () => {
  const who = await createCustomer(t, 'upgrades@example.com', '5000');
  const { uuid, created_at } = await createTicket(t, who);
  await send(t, 'POST', subscriptionsPath, { tariff: 'scale' }, who);
  expect((await fetchTicket(t, who, uuid)).has_priority_support).toBe(false);
  await createMessage(t, who, uuid, 'I have bought the larger plan');
  const after = await fetchTicket(t, who, uuid);
  expect(after.has_priority_support).toBe(true);
  expect(hoursTo(after.first_response_due_at, new Date(created_at))).toBe(12);
});

test('the overview counts what was answered in time and late', async () => {
  const count = async () => {
    const { body } = await send(t, 'GET', '/apix/admin/overview/', undefined, support);
    return (body.tickets as { priority_answers: { in_time: number; late: number } })
      .priority_answers;
  };
  const before = await count();
  const { uuid } = await createTicket(t, scale, { priority: 'high' });
  t.clock.advance(5 * hourMs);
  await signEverybodyIn();
  await createMessage(t, support, uuid, 'Sorry');
  expect(await count()).toEqual({ ...before, late: before.late + 1 });
});
