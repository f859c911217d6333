import type { FastifyRequest } from 'fastify';
import { clientAddress, networkOf } from './client-address.ts';

/**
 * Whose share of what everybody uses a call takes: its account's, whichever key it was made with,
 * or its network's while nobody is signed in.
 */
export function callerOf(request: FastifyRequest): string {
  if (request.actor) return `account:${request.actor.accountId}`;
  const address = clientAddress(request);
  return `ip:${address ? networkOf(address) : request.ip}`;
}
