import type pg from 'pg';
import type { Logger } from '../observability/logging.ts';
import { readDatabaseServers } from './database-url.ts';
import { createPrimaryFinder, type PrimaryFinder } from './primary-finder.ts';

export type Primary = {
  pooled: pg.ClientConfig;
  /** Past any pooler. */
  direct: pg.ClientConfig;
  /** Starts or finds the server again when nothing listens at its address. */
  revive?: () => Promise<void>;
  /** Called when the server can be read but not written. */
  onReadOnly?: () => void;
  stop: () => Promise<void>;
};

type Location = { connection: pg.ClientConfig; finder?: PrimaryFinder };

/** Servers of the operator's own. Opens no connection. */
export function openExternalPostgres(
  url: string,
  directUrl: string | undefined,
  log: Logger,
): Primary {
  const pooled = locate(url, log);
  const direct = directUrl === undefined ? pooled : locate(directUrl, log);
  const finders = [...new Set([pooled, direct])].flatMap(({ finder }) => finder ?? []);
  const recheck = async () => {
    await Promise.all(finders.map((finder) => finder.recheck()));
  };
  return {
    pooled: pooled.connection,
    direct: direct.connection,
    ...(finders.length > 0 && {
      revive: recheck,
      onReadOnly: () => {
        recheck().catch((error: Error) => log.warn({ reason: error.message }, 'no primary'));
      },
    }),
    stop: async () => {
      for (const finder of finders) finder.close();
    },
  };
}

function locate(url: string, log: Logger): Location {
  const servers = readDatabaseServers(url);
  if (servers.length === 0) return { connection: { connectionString: url } };
  const finder = createPrimaryFinder(servers, log);
  return { connection: finder.connection, finder };
}
