import type { FastifyRequest } from 'fastify';
import { defineEvent } from '#kernel/events/events.ts';
import { clientAddress } from '#kernel/http/client-address.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createAddressGuard } from '#kernel/outbound/address-guard.ts';
import type { SummaryProviders } from '#kernel/ports.ts';
import { deriveKeys, type Keys } from '#kernel/secrets.ts';
import { createClientDocuments, type ReadClientDocument } from './oauth/client-documents.ts';
import { createGrantCache, type GrantCache } from './oauth/grant-cache.ts';
import { createSessionCache, type SessionCache } from './sessions/session-cache.ts';
import { createTokens, type Tokens } from './sign-in/tokens.ts';

/** Dependencies of the use-cases of this area. */
export type Accounts = Kernel & {
  tokens: Tokens;
  codeKeys: Keys;
  sessionCache: SessionCache;
  grantCache: GrantCache;
  readClientDocument: ReadClientDocument;
  summaries: SummaryProviders;
};

export const createAccounts = (kernel: Kernel, summaries: SummaryProviders): Accounts => ({
  ...kernel,
  summaries,
  tokens: createTokens({ secrets: kernel.config.APP_SECRET, clock: kernel.clock }),
  codeKeys: deriveKeys(kernel.config.APP_SECRET, 'sign-in-codes'),
  sessionCache: createSessionCache(kernel),
  grantCache: createGrantCache(kernel),
  readClientDocument: createClientDocuments(createAddressGuard({ allowPrivate: false })),
});

/** First sign-in; published in the transaction that creates the account. */
export const accountRegistered = defineEvent<{ accountId: number; email: string }>(
  'account.registered',
);
/** Published in the transaction that deletes the account. */
export const accountDeleted = defineEvent<{ accountId: number }>('account.deleted');

/** The origin of a request, as sessions, mails and the activity log show it. */
export type Origin = { ip: string | null; userAgent: string };

export const readOrigin = (request: FastifyRequest): Origin => ({
  ip: clientAddress(request),
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 500),
});
