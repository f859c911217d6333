import type tls from 'node:tls';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { readDatabaseServers } from './database-url.ts';
import { createPrimaryFinder } from './primary-finder.ts';

const log = pino({ level: 'silent' });
const file = import.meta.filename;
afterEach(() => vi.unstubAllEnvs());

function readConnection(query: string): pg.ClientConfig {
  const servers = readDatabaseServers(`postgres://me@one.example,two.example/name?${query}`);
  const finder = createPrimaryFinder(servers, log);
  onTestFinished(() => finder.close());
  return finder.connection;
}

/** What a client does about TLS; its own way to check whom it is connected to counts as one. */
function readTls(config: pg.ClientConfig) {
  const { ssl, sslNegotiation } = new pg.Client(config) as unknown as {
    ssl: boolean | tls.ConnectionOptions;
    sslNegotiation: string;
  };
  const { rejectUnauthorized = true, ca, cert, key } = typeof ssl === 'object' ? ssl : {};
  return { isOn: ssl !== false, sslNegotiation, rejectUnauthorized, ca, cert, key };
}

// node-postgres announces another meaning of some of the modes in its next major version.
beforeAll(() => {
  vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
});

const settings: [query: string, mode?: string][] = [
  [''],
  ['sslmode=disable'],
  ['sslmode=no-verify'],
  ['sslmode=verify-full'],
  ['ssl=true'],
  ['ssl=0'],
  ['sslmode=require&sslnegotiation=direct'],
  ['sslnegotiation=direct'],
  ['uselibpqcompat=true&sslmode=require'],
  ['uselibpqcompat=true&sslmode=prefer'],
  [`uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${file}`],
  [`sslcert=${file}&sslkey=${file}&sslrootcert=${file}`],
  ['', 'require'],
  ['', 'no-verify'],
  ['', 'disable'],
  ['sslmode=disable', 'require'],
] as [string, string?][];

test.each(settings)('several servers use TLS as one does: %s, PGSSLMODE %s', (query, mode) => {
  vi.stubEnv('PGSSLMODE', mode);
  const one = { connectionString: `postgres://me@one.example/name?${query}` };
  expect(readTls(readConnection(query))).toEqual(readTls(one));
});

test('the name of the server counts, except where node-postgres ignores it', () => {
  const check = (query: string) => {
    const { ssl } = readConnection(query);
    const { checkServerIdentity } = ssl as tls.ConnectionOptions;
    const certificate = { subject: { CN: 'other.example' } } as tls.PeerCertificate;
    return checkServerIdentity?.('one.example', certificate);
  };
  expect(check('sslmode=verify-full')).toBeInstanceOf(Error);
  expect(check(`uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${file}`)).toBeUndefined();
});

test('settings that contradict each other are refused at the start', () => {
  expect(() => readConnection('sslmode=disable&sslnegotiation=direct')).toThrow('requires SSL');
});
