// Interfaces that the kernel needs and areas implement; app.ts connects the two.
import type { Endpoint, ErrorDeclaration } from '#lib/endpoint.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';
import type { Scope } from '#lib/scopes.ts';
import type { Role } from '#lib/staff-permissions.ts';
import type { Ceiling } from './http/ceiling-headers.ts';
import type { RateLimitResult } from './http/rate-limits.ts';
import type { Logger } from './observability/logging.ts';

/** Who makes the call. A key or an app acts for its owner, within its scopes. */
export type Actor = {
  accountId: number;
  roles: readonly Role[];
  status: 'active' | 'suspended';
  via: 'session' | 'key' | 'app';
  sessionId?: string;
  keyId?: string;
  /** Of an app: what its owner granted. */
  grantId?: string;
  scopes?: readonly Scope[];
  /** Whether an app may do more than read. */
  mayChange?: boolean;
  /** The member of staff who views this account as its owner, read-only. */
  impersonatedBy?: number;
};

export type Sessions = {
  /**
   * The actor of a session or an app. Null for a token that is invalid, expired, revoked, or of a
   * deleted account.
   */
  check(token: string): Promise<Actor | null>;
};

export type ApiKeys = {
  /** The actor, or the `api_key_...` error that applies. `ip` is the client's address. */
  check(key: string, ip: string): Promise<Actor | ErrorDeclaration>;
};

/** The account whose plan is charged, and the key that was used. */
export type Payer = Pick<Actor, 'accountId' | 'keyId'>;

/** A call that the plan allows, with what the response headers say. */
export type Admission = {
  /** Of the plan's tightest limit; null for a plan without limits. */
  rates: RateLimitResult | null;
  ceilings: readonly Ceiling[];
  /** Units of the call over the monthly quota, as far as they are known before its work. */
  overageUnits: number;
};

export type Quota = {
  /**
   * Throws `quota_exceeded`, `spending_cap_reached` or `key_budget_reached` when the plan or a
   * ceiling of the customer does not allow the call.
   */
  admit(actor: Actor, endpoint: Endpoint): Promise<Admission>;
  /**
   * Reserves units of the plan before expensive work starts. Stored in the database, so that it
   * survives a crash. Throws like `admit`. The usage record of the same request settles the
   * reservation and returns unused units; without a record they are returned after an hour.
   */
  reserve(payer: Payer, metric: UsageMetric, units: number, requestId: string): Promise<void>;
};

export const unlimitedQuota: Quota = {
  admit: async () => ({ rates: null, ceilings: [], overageUnits: 0 }),
  reserve: async () => undefined,
};

/** What a call failed with. The message contains nothing that the caller sent. */
export type CallFailure = { code: string; message: string };

/**
 * A call that was answered. `units` are in `metric`, with at most three decimals; requests are
 * counted by the meter.
 */
export type MeteredCall = {
  actor: Actor;
  endpoint: Pick<Endpoint, 'path' | 'metered'> & { method: string };
  /** The path of a call that no endpoint has; `endpoint` is a placeholder then. */
  unknownPath?: string | undefined;
  status: number;
  failure?: CallFailure | undefined;
  metric: UsageMetric;
  units: number;
  /** Counts towards no quota: `quota.admit` did not admit it. */
  isFree?: boolean;
  /** As `quota.admit` returned them. */
  overageUnits?: number;
  requestId: string;
  elapsedMs: number;
  /** Of the bodies, before compression, if known. */
  requestBytes?: number | undefined;
  responseBytes?: number | undefined;
  ip: string | null;
  userAgent: string;
};

/** Counts in memory and never throws; usage is written to the database within 250 ms. */
export type Meter = {
  /** Called for every metered call, and for every other call by key, also one that is refused. */
  record(call: MeteredCall): void;
  /** For work outside an API call (a gateway, a job). Counts each request id once. */
  count(payer: Payer, metric: UsageMetric, units: number, requestId: string): void;
};

export const noopMeter: Meter = { record: () => undefined, count: () => undefined };

export type SummaryProvider = (accountId: number) => Promise<unknown>;

export type SummaryProviders = {
  /** Throws when the name is taken. */
  add(name: string, provider: SummaryProvider): void;
  has(name: string): boolean;
  /** Null without a provider of that name, or when it failed, which is logged. */
  read(name: string, accountId: number): Promise<unknown>;
  /** The values of all providers by name, read in parallel; null for each that failed. */
  readAll(accountId: number): Promise<Record<string, unknown>>;
};

/** A failing provider must not break the page that shows its summary among others. */
export function createSummaryProviders(log: Pick<Logger, 'error'>): SummaryProviders {
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

/** Objects of other areas that belong to a customer, for an area that may not import those. */
export type RelatedObjects = {
  /** The object's display name; null when it does not exist or belongs to another account. */
  findLabel(accountId: number, type: string, id: string): Promise<string | null>;
};
