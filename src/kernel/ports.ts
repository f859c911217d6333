// Where the kernel needs an area that it may not import: app.ts plugs the implementations in.
import type { Endpoint, ErrorDeclaration, Role, Scope, UsageMetric } from '#lib/endpoint.ts';
import type { Logger } from './logging.ts';
import type { RateVerdict } from './rate-limits.ts';

/** Who is asking. A key acts for its owner, within its scopes. */
export type Actor = {
  accountId: number;
  roles: readonly Role[];
  status: 'active' | 'suspended';
  via: 'session' | 'key';
  sessionId?: string;
  keyId?: string;
  scopes?: readonly Scope[];
  /** The member of staff who looks at this account as its owner would, and may change nothing. */
  impersonatedBy?: number;
};

export type Sessions = {
  /** Null for a token that is forged, expired, revoked, or of a deleted account. */
  check(token: string): Promise<Actor | null>;
};

export type ApiKeys = {
  /** The actor, or which of the `api_key_...` refusals holds. `ip` is the client's address. */
  check(key: string, ip: string): Promise<Actor | ErrorDeclaration>;
};

/** Whose plan units are counted on, and through which key. */
export type Payer = Pick<Actor, 'accountId' | 'keyId'>;

export type Quota = {
  /**
   * Throws `quota_exceeded` when the actor's plan allows this call no more. What is left of the
   * plan's tightest limit goes into the answer's headers; null without one.
   */
  admit(actor: Actor, endpoint: Endpoint): Promise<RateVerdict | null>;
  /**
   * Takes units off the plan before expensive work begins, in the database: nothing is lost when
   * the process dies. Throws `quota_exceeded`. The record of the same request settles it: what was
   * not counted by then is given back. Without a record it is given back after an hour.
   */
  reserve(payer: Payer, metric: UsageMetric, units: number, requestId: string): Promise<void>;
};

export const unlimitedQuota: Quota = { admit: async () => null, reserve: async () => undefined };

/** One answered call. `units` are of `metric`, three decimals at most. */
export type MeteredCall = {
  actor: Actor;
  endpoint: Endpoint;
  status: number;
  metric: UsageMetric;
  units: number;
  requestId: string;
  elapsedMs: number;
  ip: string | null;
  userAgent: string;
};

/** Counts in memory and never throws; the database hears of it within 250 ms. */
export type Meter = {
  /** mount() records every metered call; areas have no need to. */
  record(call: MeteredCall): void;
  /** For work outside a call (a gateway, a job). A request id is counted once. */
  count(payer: Payer, metric: UsageMetric, units: number, requestId: string): void;
};

export const idleMeter: Meter = { record: () => undefined, count: () => undefined };

export type SummaryProvider = (accountId: number) => Promise<unknown>;

export type SummaryProviders = {
  /** Throws when the name is taken. */
  add(name: string, provider: SummaryProvider): void;
  has(name: string): boolean;
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
    has: (name) => providers.has(name),
    read,
    async readAll(accountId) {
      const names = [...providers.keys()];
      const values = await Promise.all(names.map((name) => read(name, accountId)));
      return Object.fromEntries(names.map((name, at) => [name, values[at]]));
    },
  };
}

/** What other areas hold of a customer's, for an area that may not ask them. */
export type RelatedObjects = {
  /** What people call the object; null when there is none, or when it is somebody else's. */
  findLabel(accountId: number, type: string, id: string): Promise<string | null>;
};
