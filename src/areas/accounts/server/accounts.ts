import type { FastifyRequest } from 'fastify';
import { defineEvent } from '#kernel/events.ts';
import { clientAddress } from '#kernel/http/client-address.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { SummaryProviders } from '#kernel/ports.ts';
import { deriveKey } from '#kernel/secrets.ts';
import { createTokens, type Tokens } from './tokens.ts';

/** What the use-cases of this area work with. */
export type Accounts = Kernel & {
  tokens: Tokens;
  codeKey: Buffer;
  summaries: SummaryProviders;
};

export const openAccounts = (kernel: Kernel, summaries: SummaryProviders): Accounts => ({
  ...kernel,
  summaries,
  tokens: createTokens({ secret: kernel.config.APP_SECRET, clock: kernel.clock }),
  codeKey: deriveKey(kernel.config.APP_SECRET, 'sign-in-codes'),
});

/** Somebody signed in for the first time; in the transaction that makes the account. */
export const accountRegistered = defineEvent<{ accountId: number; email: string }>(
  'account.registered',
);
/** An account was deleted; in the transaction that clears it. */
export const accountDeleted = defineEvent<{ accountId: number }>('account.deleted');

/** Where a request came from, as sessions, mails and the activity log show it. */
export type Origin = { ip: string | null; userAgent: string };

export const originOf = (request: FastifyRequest): Origin => ({
  ip: clientAddress(request),
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 500),
});
