// Imports of proxies, from lists that people send and from those of providers.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Protocol } from '../../wire/proxies.constants.ts';
import type { ProxyRow } from '../selection/candidate-store.ts';

export type NewProxy = {
  id: string;
  protocol: Protocol;
  host: string;
  port: number;
  userHash: Buffer;
  country: string | null;
  city: string;
  asn: number | null;
  /** Null when not given: datacenter for a new proxy. */
  type: string | null;
  provider: string;
};

/** Both are null for what staff add to the shared pool by hand. */
export type ProxyOwner = { resourceId: string | null; sourceId: string | null };

/**
 * Inserts new proxies. For existing ones it returns the stored id and updates the given attributes;
 * they belong to the source, or to nobody's list, from now on. Credentials are saved separately.
 */
export async function upsertProxies(
  db: Db,
  { resourceId, sourceId }: ProxyOwner,
  proxies: readonly NewProxy[],
  now: Date,
): Promise<{ id: string; proposed_id: string }[]> {
  const { rows } = await sql<{ id: string; proposed_id: string }>`
    with given as (
      select * from unnest(
        ${proxies.map(({ id }) => id)}::uuid[], ${proxies.map(({ protocol }) => protocol)}::text[],
        ${proxies.map(({ host }) => host)}::text[], ${proxies.map(({ port }) => port)}::int[],
        ${proxies.map(({ userHash }) => userHash)}::bytea[],
        ${proxies.map(({ country }) => country)}::text[], ${proxies.map(({ city }) => city)}::text[],
        ${proxies.map(({ asn }) => asn)}::int[], ${proxies.map(({ type }) => type)}::text[],
        ${proxies.map(({ provider }) => provider)}::text[]
      ) as g (id, protocol, host, port, user_hash, country_code, city, asn, type, provider)
    ), stored as (
      insert into proxy (id, resource_id, source_id, protocol, host, port, user_hash, country_code,
        city, asn, type, provider, next_check_at, created_at)
      select g.id, ${resourceId}::uuid, ${sourceId}::uuid, g.protocol, g.host, g.port, g.user_hash,
        g.country_code, g.city, g.asn, coalesce(g.type, known.type, 'datacenter'), g.provider,
        ${now}, ${now}
      from given g left join proxy known
        on known.resource_id is not distinct from ${resourceId}::uuid
        and (known.host, known.port, known.protocol, known.user_hash)
          = (g.host, g.port, g.protocol, g.user_hash)
      order by g.host, g.port, g.protocol, g.user_hash
      on conflict (resource_id, host, port, protocol, user_hash) do update set
        country_code = coalesce(excluded.country_code, proxy.country_code),
        city = coalesce(nullif(excluded.city, ''), proxy.city),
        asn = coalesce(excluded.asn, proxy.asn), type = excluded.type,
        provider = coalesce(nullif(excluded.provider, ''), proxy.provider),
        source_id = excluded.source_id, missed_refreshes = 0, missing_since = null,
        is_active = proxy.is_active or proxy.missing_since is not null,
        next_check_at = excluded.next_check_at
      returning id, protocol, host, port, user_hash
    )
    select stored.id, given.id as proposed_id from stored
    join given using (protocol, host, port, user_hash)`.execute(db);
  return rows;
}

/**
 * Ids of the given proxies whose address and user the resource already has. Those that their source
 * no longer lists do not count.
 */
export async function findExistingIds(
  db: Db,
  resourceId: string,
  proxies: readonly NewProxy[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select g.id from unnest(
      ${proxies.map(({ id }) => id)}::uuid[], ${proxies.map(({ protocol }) => protocol)}::text[],
      ${proxies.map(({ host }) => host)}::text[], ${proxies.map(({ port }) => port)}::int[],
      ${proxies.map(({ userHash }) => userHash)}::bytea[]
    ) as g (id, protocol, host, port, user_hash)
    join proxy p using (protocol, host, port, user_hash)
    where p.resource_id = ${resourceId} and p.missing_since is null`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Gives proxies the user of a row with the same address, where the resource, or the pool, has only
 * one proxy with it. A source changes only its own proxies. Each address may be given once.
 */
export async function replaceUsers(
  db: Db,
  { resourceId, sourceId }: ProxyOwner,
  proxies: readonly NewProxy[],
): Promise<void> {
  await sql`
    update proxy p set user_hash = g.user_hash from unnest(
      ${proxies.map(({ protocol }) => protocol)}::text[], ${proxies.map(({ host }) => host)}::text[],
      ${proxies.map(({ port }) => port)}::int[], ${proxies.map(({ userHash }) => userHash)}::bytea[]
    ) as g (protocol, host, port, user_hash)
    where p.resource_id is not distinct from ${resourceId}::uuid
      and (p.protocol, p.host, p.port) = (g.protocol, g.host, g.port)
      and p.user_hash <> g.user_hash
      and (${sourceId}::uuid is null or p.source_id = ${sourceId}::uuid)
      and not exists (select from proxy other
        where other.resource_id is not distinct from ${resourceId}::uuid and other.id <> p.id
          and (other.protocol, other.host, other.port) = (p.protocol, p.host, p.port))`.execute(db);
}

// Processes with different secrets may have saved proxies of one user at one address. Only the
// proxy `p` whose hash is of the newest secret is recognized by imports. The others keep their hash,
// which loses nothing: they are used with their login as before. `g.hashes` are all hashes of the
// user in one text, of the newest secret first, so a hash that is further on in it is older.
const age = (hash: RawBuilder<unknown>) => sql`nullif(position(${hash} in g.hashes), 0)`;
/** Null for a hash of another user, or of a secret that is no longer listed. */
export const hashAge = age(sql`p.user_hash`);
const otherAge = age(sql`other.user_hash`);
export const isNewestOfUser = sql`
  not exists (select from proxy other
    where other.resource_id is not distinct from p.resource_id
      and (other.protocol, other.host, other.port) = (p.protocol, p.host, p.port)
      and coalesce(${otherAge} < ${hashAge}, ${otherAge} is not null))`;

/** `hashes` are all of the user, of the newest secret first. */
export async function updateUserHashes(
  db: Db,
  resourceId: string | null,
  proxies: readonly (Omit<NewProxy, 'id'> & { hashes: readonly Buffer[] })[],
): Promise<void> {
  await sql`
    update proxy p set user_hash = g.user_hash from unnest(
      ${proxies.map(({ protocol }) => protocol)}::text[], ${proxies.map(({ host }) => host)}::text[],
      ${proxies.map(({ port }) => port)}::int[],
      ${proxies.map(({ userHash }) => userHash)}::bytea[],
      ${proxies.map(({ hashes }) => Buffer.concat(hashes))}::bytea[]
    ) as g (protocol, host, port, user_hash, hashes)
    where p.resource_id is not distinct from ${resourceId}::uuid
      and (p.protocol, p.host, p.port) = (g.protocol, g.host, g.port)
      and ${hashAge} > 1 and ${isNewestOfUser}`.execute(db);
}

export async function saveCredentials(
  db: Db,
  sealed: readonly { id: string; credentials: Buffer | null }[],
): Promise<void> {
  await sql`
    update proxy p set credentials = g.credentials from unnest(
      ${sealed.map(({ id }) => id)}::uuid[], ${sealed.map(({ credentials }) => credentials)}::bytea[]
    ) as g (id, credentials) where g.id = p.id`.execute(db);
}

/** Across all resources of the account, without those that their source no longer lists. */
export const countOwnProxies = async (db: Db, accountId: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('proxy')
        .innerJoin('proxy_resource', 'proxy_resource.id', 'proxy.resource_id')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where('account_id', '=', accountId)
        .where('missing_since', 'is', null)
        .executeTakeFirstOrThrow()
    ).count,
  );

export type ProxyOfHost = Pick<
  ProxyRow,
  'id' | 'source_id' | 'protocol' | 'port' | 'user_hash' | 'credentials'
>;

/** All of the resource, or of the pool, at the host. Locked until the transaction ends. */
export async function lockProxiesOfHost(
  tx: Tx,
  resourceId: string | null,
  host: string,
): Promise<ProxyOfHost[]> {
  const { rows } = await sql<ProxyOfHost>`
    select id, source_id, protocol, port, user_hash, credentials from proxy
    where resource_id is not distinct from ${resourceId}::uuid and host = ${host}
    order by id for no key update`.execute(tx);
  return rows;
}

/** The proxies are checked again at once. */
export async function saveLogins(
  db: Db,
  logins: readonly { id: string; user_hash: Buffer; credentials: Buffer | null }[],
  now: Date,
): Promise<void> {
  await sql`
    update proxy p set user_hash = g.user_hash, credentials = g.credentials, next_check_at = ${now}
    from unnest(
      ${logins.map(({ id }) => id)}::uuid[], ${logins.map(({ user_hash }) => user_hash)}::bytea[],
      ${logins.map(({ credentials }) => credentials)}::bytea[]
    ) as g (id, user_hash, credentials) where g.id = p.id`.execute(db);
}
