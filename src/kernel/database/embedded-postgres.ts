// A real PostgreSQL from an npm package, on a unix socket. Several processes may share one
// DATA_DIR: the first starts the server, the others connect to it, and when its owner dies one of
// them starts it again.
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../observability/logging.ts';
import { type ClusterHome, findClusterHome } from './cluster-home.ts';
import {
  isStartConflict,
  type ServerProcess,
  type ServerSettings,
  startServer,
} from './postgres-process.ts';
import { archiveSettings } from './wal-archive.ts';

export type EmbeddedPostgres = {
  connection: { host: string; port: number; user: string; database: string };
  /** The folder of PostgreSQL's files. */
  data: string;
  ownsServer(): boolean;
  /** Restarts or rejoins the server after its owner died; concurrent calls share one attempt. */
  revive(): Promise<void>;
  /** Stops the server when this process owns it, else leaves it running. */
  stop(): Promise<void>;
};

/** `sentinel` is an idle connection whose end signals that the server is gone. */
type Attachment = { sentinel: pg.Client; server?: ServerProcess | undefined };

// Missing from the types of pg.
type Referable = pg.Client & { ref(): void; unref(): void };

const attachTimeoutMs = 60_000;
const retryDelayMs = 50;
const connectTimeoutMs = 5000;

/**
 * Starts or joins the server of DATA_DIR, which archives its write-ahead log in `walFolder`. Throws
 * an error with a readable message.
 */
export async function openEmbeddedPostgres(
  dataDir: string,
  log: Logger,
  overrides: ServerSettings = {},
  { walFolder }: { walFolder?: string | undefined } = {},
): Promise<EmbeddedPostgres> {
  const home = findClusterHome(dataDir);
  const settings = { ...(walFolder && archiveSettings(home.runAs, walFolder)), ...overrides };
  const connection = toConnection(home);
  let isStopped = false;
  let reviving: Promise<void> | undefined;
  let attached = await attach(home, settings);

  const ownsServer = () => attached.server?.hasExited() === false;
  const reattach = async () => {
    if (isStopped) throw new Error('The embedded PostgreSQL was stopped by this process.');
    log.warn('the embedded PostgreSQL is gone: starting or joining it again');
    const ownedServer = ownsServer() ? attached.server : undefined;
    attached.sentinel.removeAllListeners('end');
    await disconnect(attached.sentinel);
    const next = await attach(home, settings);
    attached = { sentinel: next.sentinel, server: next.server ?? ownedServer };
    watch();
  };
  const revive = () => {
    reviving ??= reattach().finally(() => {
      reviving = undefined;
    });
    return reviving;
  };
  const watch = () => {
    attached.sentinel.once('end', () => {
      if (isStopped) return;
      revive().catch((error: Error) => log.error({ reason: error.message }, 'no database'));
    });
  };
  watch();
  return {
    connection,
    data: home.data,
    ownsServer,
    revive,
    stop: async () => {
      isStopped = true;
      await reviving?.catch(() => {});
      await disconnect(attached.sentinel);
      await attached.server?.stop();
    },
  };
}

async function attach(home: ClusterHome, settings: ServerSettings): Promise<Attachment> {
  const deadline = Date.now() + attachTimeoutMs;
  let server: ServerProcess | undefined;
  for (;;) {
    // Without a socket there is nothing to connect to: it is started before anything is waited for.
    const found =
      server || existsSync(home.socketDirectory)
        ? await connect(home).catch((error: Error) => error)
        : missing;
    if (!(found instanceof Error)) return { sentinel: found, server };
    if (Date.now() > deadline) throw found;
    if (isNotListening(found) && server?.hasExited() !== false) {
      server = await startServer(home, settings).catch((error: Error) => {
        if (!isStartConflict(error) || Date.now() > deadline) throw error;
        return undefined;
      });
    }
    // Otherwise the server is starting, recovering or shutting down.
    if (!server) await sleep(retryDelayMs);
  }
}

const missing = Object.assign(new Error('PostgreSQL has no socket.'), { code: 'ENOENT' });

function isNotListening(error: Error): boolean {
  return ['ENOENT', 'ECONNREFUSED', 'EACCES'].includes((error as { code?: string }).code ?? '');
}

async function connect(home: ClusterHome): Promise<pg.Client> {
  const sentinel = new pg.Client({
    ...toConnection(home),
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'weftline sentinel',
  });
  sentinel.on('error', () => {
    // `end` follows, which the supervisor handles.
  });
  await sentinel.connect();
  // The connection alone must not keep a script alive.
  (sentinel as Referable).unref();
  return sentinel;
}

async function disconnect(sentinel: pg.Client): Promise<void> {
  (sentinel as Referable).ref();
  // The connection may be broken already.
  await sentinel.end().catch(() => {});
}

function toConnection(home: ClusterHome): EmbeddedPostgres['connection'] {
  return { host: home.socketDirectory, port: 5432, user: 'postgres', database: 'postgres' };
}
