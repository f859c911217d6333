// A real PostgreSQL from npm-shipped binaries on a unix socket. Several processes may share one
// DATA_DIR: the first starts the server, the others join it, and when its owner dies one of them
// starts it again.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../logging.ts';
import { type ClusterHome, openClusterHome } from './cluster-home.ts';
import {
  isStartConflict,
  type ServerProcess,
  type ServerSettings,
  startServer,
} from './postgres-process.ts';

export type EmbeddedPostgres = {
  connection: { host: string; port: number; user: string; database: string };
  /** The folder of PostgreSQL's files. */
  data: string;
  ownsServer(): boolean;
  /** Starts or joins the server again after its owner died; several calls share one attempt. */
  revive(): Promise<void>;
  /** Stops the server when this process owns it, else leaves it running. */
  stop(): Promise<void>;
};

/** `sentinel` is an idle connection: its end tells at once that the server has gone. */
type Attachment = { sentinel: pg.Client; server?: ServerProcess | undefined };

// Missing from the types of pg.
type Referable = pg.Client & { ref(): void; unref(): void };

const attachTimeoutMs = 60_000;
const retryDelayMs = 50;
const connectTimeoutMs = 5000;

/** Starts or joins the server of DATA_DIR. Throws with a sentence for people when it can't. */
export async function openEmbeddedPostgres(
  dataDir: string,
  log: Logger,
  settings: ServerSettings = {},
): Promise<EmbeddedPostgres> {
  const home = openClusterHome(dataDir);
  const connection = connectionOf(home);
  let isStopped = false;
  let reviving: Promise<void> | undefined;
  let attached = await attach(home, settings);

  const ownsServer = () => attached.server?.hasExited() === false;
  const reattach = async () => {
    if (isStopped) throw new Error('The embedded PostgreSQL was stopped by this process.');
    log.warn('the embedded PostgreSQL has gone: starting or joining it again');
    const kept = ownsServer() ? attached.server : undefined;
    attached.sentinel.removeAllListeners('end');
    await disconnect(attached.sentinel);
    const next = await attach(home, settings);
    attached = { sentinel: next.sentinel, server: next.server ?? kept };
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
    const sentinel = await connect(home).catch((error: Error) => error);
    if (!(sentinel instanceof Error)) return { sentinel, server };
    if (Date.now() > deadline) throw sentinel;
    if (nobodyListens(sentinel) && server?.hasExited() !== false) {
      server = await startServer(home, settings).catch((error: Error) => {
        if (!isStartConflict(error) || Date.now() > deadline) throw error;
        return undefined;
      });
    }
    // Else it starts up, recovers or shuts down just now.
    if (!server) await sleep(retryDelayMs);
  }
}

function nobodyListens(error: Error): boolean {
  return ['ENOENT', 'ECONNREFUSED', 'EACCES'].includes((error as { code?: string }).code ?? '');
}

async function connect(home: ClusterHome): Promise<pg.Client> {
  const sentinel = new pg.Client({
    ...connectionOf(home),
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'weftline sentinel',
  });
  sentinel.on('error', () => {
    // Its `end` follows, and that is what the supervisor listens for.
  });
  await sentinel.connect();
  // An open connection alone must not keep a script alive.
  (sentinel as Referable).unref();
  return sentinel;
}

async function disconnect(sentinel: pg.Client): Promise<void> {
  (sentinel as Referable).ref();
  // A connection that is broken already has nothing to end.
  await sentinel.end().catch(() => {});
}

function connectionOf(home: ClusterHome): EmbeddedPostgres['connection'] {
  return { host: home.socketDirectory, port: 5432, user: 'postgres', database: 'postgres' };
}
