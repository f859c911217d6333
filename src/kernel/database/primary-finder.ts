// Finds the server that can be written among those of DATABASE_URL. All connections (the pool's,
// the job queue's, those that listen) are opened on sockets of this module, which connect to the
// primary of that moment, so a failover needs no restart.
import { Socket, type SocketConnectOpts } from 'node:net';
import tls from 'node:tls';
import pg from 'pg';
import type { Logger } from '../observability/logging.ts';
import { UnavailableError } from '../outages.ts';
import type { DatabaseServer } from './database-url.ts';

export type PrimaryFinder = {
  /** For node-postgres: leads to the primary, wherever it is when a connection is opened. */
  connection: pg.ClientConfig;
  /**
   * Looks for the primary again and closes all connections to other servers. Rejects when no server
   * can be written.
   */
  recheck(): Promise<void>;
  close(): void;
};

const probeTimeoutMs = 2000;
const checkEveryMs = 5000;

export function createPrimaryFinder(
  servers: readonly DatabaseServer[],
  log: Pick<Logger, 'info' | 'warn'>,
): PrimaryFinder {
  const sockets = new Map<Socket, DatabaseServer>();
  const search = createSearch(servers, log);

  function openSocket(): Socket {
    const socket = new Socket();
    const connect: (place: SocketConnectOpts) => Socket = socket.connect.bind(socket);
    // node-postgres passes the place of the first server.
    socket.connect = () => {
      search.find().then(
        (server) => {
          if (socket.destroyed) return;
          sockets.set(socket, server);
          const { host, port } = server;
          connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
        },
        (error: Error) => socket.destroy(error),
      );
      return socket;
    };
    socket.once('close', () => {
      sockets.delete(socket);
      search.doubt();
    });
    return socket;
  }

  async function recheck(): Promise<void> {
    search.doubt();
    const server = await search.find();
    for (const [socket, of] of sockets) if (of !== server) socket.destroy();
  }

  // A server that became a standby keeps responding to reads, with old data.
  const timer = setInterval(() => {
    recheck().catch((error: Error) => log.warn({ reason: error.message }, 'no primary'));
  }, checkEveryMs);
  timer.unref();
  return {
    connection: connectionTo(servers, openSocket, () => search.latest()?.host ?? ''),
    recheck,
    close: () => clearInterval(timer),
  };
}

/** Remembers the primary until `doubt` is called. */
function createSearch(servers: readonly DatabaseServer[], log: Pick<Logger, 'info'>) {
  let primary: DatabaseServer | undefined;
  let isDoubtful = false;
  let searching: Promise<DatabaseServer> | undefined;

  async function search(): Promise<DatabaseServer> {
    isDoubtful = false;
    // A primary that still works stays, although one before it in the list may have come back.
    const before = primary;
    const order = before ? [before, ...servers.filter((one) => one !== before)] : servers;
    let reason: unknown;
    for (const server of order)
      try {
        if (!(await isWritable(server))) continue;
        if (server !== primary)
          log.info({ server: formatServer(server) }, 'connecting to this primary');
        primary = server;
        return server;
      } catch (error) {
        reason = error;
      }
    isDoubtful = true;
    throw new UnavailableError('no server of DATABASE_URL can be written', { cause: reason });
  }

  return {
    /** Undefined before the first search. */
    latest: () => primary,
    doubt() {
      isDoubtful = true;
    },
    find(): Promise<DatabaseServer> {
      if (primary && !isDoubtful) return Promise.resolve(primary);
      searching ??= search().finally(() => {
        searching = undefined;
      });
      return searching;
    },
  };
}

const formatServer = ({ host, port }: DatabaseServer): string => `${host}:${port}`;

async function isWritable({ url }: DatabaseServer): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  client.on('error', () => {
    // The query fails as well, which is enough.
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ isReadOnly: boolean }>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as "isReadOnly"`,
    );
    return rows[0]?.isReadOnly === false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const tlsParameters = [
  'ssl',
  'sslmode',
  'sslcert',
  'sslkey',
  'sslrootcert',
  'sslnegotiation',
  'uselibpqcompat',
];

/**
 * TLS is set up as node-postgres reads it from the URL and the environment, except that a
 * certificate must be that of the server that is connected to, of which it knows only the first.
 */
function connectionTo(
  servers: readonly DatabaseServer[],
  openSocket: () => Socket,
  hostOfPrimary: () => string,
): pg.ClientConfig {
  const url = new URL(servers[0]!.url);
  const sslnegotiation = url.searchParams.get('sslnegotiation');
  const read = readTls(url.href);
  const ssl = read !== false && {
    checkServerIdentity: (_first: string, certificate: tls.PeerCertificate) =>
      tls.checkServerIdentity(hostOfPrimary(), certificate),
    // It has a check of its own where the name of the server does not count.
    ...(read !== true && read),
  };
  for (const name of tlsParameters) url.searchParams.delete(name);
  return {
    connectionString: url.href,
    stream: openSocket,
    ssl,
    ...(sslnegotiation !== null && { sslnegotiation: sslnegotiation as 'direct' }),
  };
}

/** Opens no connection. Throws for settings that contradict each other. */
function readTls(connectionString: string): boolean | tls.ConnectionOptions {
  const client = new pg.Client({ connectionString });
  // Its key is not enumerable.
  const ssl = client.ssl as boolean | tls.ConnectionOptions;
  return typeof ssl === 'object' ? { ...ssl, ...(ssl.key && { key: ssl.key }) } : ssl;
}
