// The caller that a call counts for, in rate limits and in the fair sharing of connections.
import type { FastifyRequest } from 'fastify';
import { clientAddress, toNetwork } from './client-address.ts';

/** The account, whichever key it uses, or the network for a call that is not authenticated. */
export const identifyCaller = (request: FastifyRequest): string =>
  request.actor ? accountCaller(request.actor.accountId) : networkCaller(request);

export const accountCaller = (accountId: number): string => `account:${accountId}`;

export const networkCaller = (request: { ip: string }): string => `ip:${networkFrom(request)}`;

/** The client's network; an invalid forwarded address can never equal a valid network. */
export function networkFrom(request: { ip: string }): string {
  const address = clientAddress(request);
  return address ? toNetwork(address) : `unknown:${request.ip}`;
}
