// Reads the proxies of an import and finds repeated lines and private addresses.

import { AddressError, isPublicAddress } from '#kernel/outbound/address-guard.ts';
import type { ImportBody } from '../../wire/index.ts';
import type { Proxies } from '../proxies.ts';
import { parseProxies } from './parse-proxies.ts';
import {
  type ParsedProxy,
  type ParseResult,
  type RejectedLine,
  validateAddress,
} from './parsed-proxy.ts';

const lookupsMax = 16;
/** So that thousands of names that do not resolve cannot delay the response. */
const lookupsMsMax = 5000;

export type DuplicateLine = { line: number; duplicate_of: number };
export type ParsedImport = {
  /** In the order of the list, each address and user once. */
  accepted: ParsedProxy[];
  duplicates: DuplicateLine[];
  rejected: RejectedLine[];
};

/** Entries of `proxies` are numbered after the lines of `text`. */
export function parseImport(
  proxies: Proxies,
  { text, proxies: entries = [], protocol }: ImportBody,
): Promise<ParsedImport> {
  const parsed: ParseResult = text ? parseProxies(text) : { proxies: [], rejected: [] };
  const before = [...parsed.proxies, ...parsed.rejected].reduce(
    (last, { line }) => Math.max(last, line),
    0,
  );
  for (const [at, { username = '', password = '', ...rest }] of entries.entries()) {
    const line = before + at + 1;
    const read = validateAddress({ ...rest, username, password });
    if (read) parsed.proxies.push({ ...(read as ParsedProxy), line });
    else parsed.rejected.push({ line, error: 'Check host, port and user name.' });
  }
  return screenProxies(proxies, parsed, protocol);
}

/** `protocol` is that of proxies without one. Private addresses are rejected with their line. */
export async function screenProxies(
  proxies: Proxies,
  parsed: ParseResult,
  protocol: string,
): Promise<ParsedImport> {
  const { unique, duplicates } = findDuplicates(parsed.proxies, protocol);
  const privateProxies = await findPrivate(proxies, unique);
  const error = 'This address leads to a private network. Use a public one.';
  const refused = [...privateProxies].map(({ line }) => ({ line, error }));
  return {
    accepted: unique.filter((one) => !privateProxies.has(one)),
    duplicates,
    rejected: [...parsed.rejected, ...refused].toSorted((a, b) => a.line - b.line),
  };
}

/** A repeated proxy stays at its first line and has the values of the last one. */
function findDuplicates(all: readonly ParsedProxy[], protocol: string) {
  const byAddress = new Map<string, ParsedProxy>();
  const duplicates: DuplicateLine[] = [];
  for (const one of all) {
    const key = `${one.protocol ?? protocol} ${one.host} ${one.port} ${one.username}`;
    const first = byAddress.get(key);
    if (first) duplicates.push({ line: one.line, duplicate_of: first.line });
    byAddress.set(key, { ...one, line: first?.line ?? one.line });
  }
  return { unique: [...byAddress.values()], duplicates };
}

/** Proxies in private networks, as far as their names resolve in time. */
async function findPrivate(proxies: Proxies, all: readonly ParsedProxy[]) {
  const { clock } = proxies.kernel;
  const untilMs = clock.now().getTime() + lookupsMsMax;
  const privateProxies = new Set<ParsedProxy>();
  const unresolved = all.filter(({ host }) => !isPublicAddress(host));
  for (let from = 0; from < unresolved.length; from += lookupsMax) {
    if (clock.now().getTime() >= untilMs) break;
    await Promise.all(
      unresolved.slice(from, from + lookupsMax).map(async (one) => {
        if (!(await isReachable(proxies, one.host))) privateProxies.add(one);
      }),
    );
  }
  return privateProxies;
}

/** An unknown name is accepted: its check will fail, and the guard resolves it for each request. */
async function isReachable({ guard }: Proxies, host: string): Promise<boolean> {
  try {
    await guard.resolveHost(host);
    return true;
  } catch (error) {
    return !(error instanceof AddressError && error.reason === 'address_refused');
  }
}
