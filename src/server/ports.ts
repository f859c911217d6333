// Where the kernel needs an area that it may not import: app.ts plugs the implementations in.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, ErrorDeclaration, Role, Scope } from '#lib/endpoint.ts';
import type { Logger } from './logging.ts';

/** Who is asking. A key acts for its owner, within its scopes. */
export type Actor = {
  accountId: number;
  roles: readonly Role[];
  status: 'active' | 'suspended';
  via: 'session' | 'key';
  sessionId?: string;
  keyId?: string;
  scopes?: readonly Scope[];
};

export type Sessions = {
  /** Null for a token that is forged, expired, revoked, or of a deleted account. */
  check(token: string): Promise<Actor | null>;
};

export type ApiKeys = {
  /** The actor, or which of the `api_key_...` refusals holds. `ip` is the client's address. */
  check(key: string, ip: string): Promise<Actor | ErrorDeclaration>;
};

/** Stands in until an area issues keys: none is valid. */
export const refuseAllKeys = (refusal: ErrorDeclaration): ApiKeys => ({
  check: async () => refusal,
});

export type Quota = {
  /** Throws `quota_exceeded` when the actor's plan allows this call no more. */
  admit(actor: Actor | null, endpoint: Endpoint): Promise<void>;
};

export const unlimitedQuota: Quota = { admit: async () => undefined };

export type Meter = {
  /** Runs after the answer was sent. A failure to count is logged, never thrown. */
  record(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Promise<void> | void;
};

export const idleMeter: Meter = { record: () => undefined };

export type SummaryProvider = (accountId: number) => Promise<unknown>;

export type SummaryProviders = {
  /** Throws when the name is taken. */
  add(name: string, provider: SummaryProvider): void;
  /** Null when nobody provides the name, or when its provider failed, which is logged. */
  read(name: string, accountId: number): Promise<unknown>;
  /** Every provider's value by name, asked at the same time; null for each that failed. */
  readAll(accountId: number): Promise<Record<string, unknown>>;
};

/** One failing block must not take down the page that shows it beside others. */
export function openSummaryProviders(log: Pick<Logger, 'error'>): SummaryProviders {
  const providers = new Map<string, SummaryProvider>();
  async function read(name: string, accountId: number): Promise<unknown> {
    try {
      return (await providers.get(name)?.(accountId)) ?? null;
    } catch (err) {
      log.error({ err, summary: name, account: accountId }, 'a summary failed');
      return null;
    }
  }
  return {
    add(name, provider) {
      if (providers.has(name)) throw new Error(`The summary "${name}" is provided twice.`);
      providers.set(name, provider);
    },
    read,
    async readAll(accountId) {
      const names = [...providers.keys()];
      const values = await Promise.all(names.map((name) => read(name, accountId)));
      return Object.fromEntries(names.map((name, at) => [name, values[at]]));
    },
  };
}
