// Whose share of what everybody uses a call takes.
import type { FastifyRequest } from 'fastify';
import { clientAddress, networkOf } from './client-address.ts';

/** Its account's, whichever key it was made with, or its network's while nobody is signed in. */
export const callerOf = (request: FastifyRequest): string =>
  request.actor ? accountCaller(request.actor.accountId) : networkCaller(request);

export const accountCaller = (accountId: number): string => `account:${accountId}`;

export const networkCaller = (request: { ip: string }): string => `ip:${networkFrom(request)}`;

/** A network by its address; what a proxy passed on instead of one can't pass for one. */
export function networkFrom(request: { ip: string }): string {
  const address = clientAddress(request);
  return address ? networkOf(address) : `unknown:${request.ip}`;
}
