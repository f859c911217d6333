// What every part of the simulation of money uses: the product, chance, and what has happened.
import type { Notification } from '../fakes/providers/nowpayments/notifications.ts';
import type { Nowpayments } from '../fakes/providers/nowpayments/start-nowpayments.ts';
import type { SignedIn, TestApp } from '../harness.ts';
import { send } from '../requests.ts';
import type { Chance } from './chance.ts';

/** How often each kind of thing was accepted. */
export type Done = Map<string, number>;

export type World = {
  t: TestApp;
  chance: Chance;
  done: Done;
  wrongs: string[];
  nowpayments: Nowpayments;
  /** Notifications that are still under way. */
  late: Notification[];
};
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** What is read of a subscription, a payment, an adjustment or a withdrawal. */
export type Listed = { id: string; uuid: string; status: string };

export const count = (done: Done, name: string) => done.set(name, (done.get(name) ?? 0) + 1);

/** Undefined if it was refused or the process died. */
export async function call(
  { t, done, wrongs, chance }: World,
  who: SignedIn,
  [name, method, path, body]: [name: string, method: Method, path: string, body?: object],
): Promise<Listed | undefined> {
  const deaths = chance.deaths();
  const { status, body: answer } = await send(t, method, path, body, who);
  if (status >= 500 && chance.deaths() === deaths)
    wrongs.push(`${name}: ${status} without a death`);
  if (status >= 400) return undefined;
  count(done, name);
  return answer as Listed;
}

/** Events come twice, and not in order. */
export const mix = <T>({ chance }: World, events: readonly T[]): T[] =>
  [...events, ...events].sort(() => chance.below(2) - 0.5);
