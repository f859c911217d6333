// The database by pg_dump: one consistent moment, readable by the same and newer versions.
import { sql } from 'kysely';
import type { Config } from '#kernel/config.ts';
import type { Database } from '#kernel/database/open-database.ts';
import { beginSnapshot, exportSnapshot, readFacts, serverMajor } from './database-facts.ts';
import type { Passphrase } from './encryption.ts';
import type { Facts, Manifest } from './manifest.ts';
import { listNamedFiles } from './named-files.ts';
import { type Part, readPart, writePart } from './parts.ts';
import { findTool, readTool, type Tool, writeTool } from './postgres-tools.ts';
import { BackupError } from './problem.ts';

export type SavedDatabase = {
  part: Part;
  facts: Facts;
  /** The stored files that it names. */
  named: string[];
  database: Manifest['database'];
  /** What was saved includes everything that was committed before. */
  at: Date;
};

/** Where the tools connect: past any pooler, and to one of several servers by themselves. */
export const toolConnection = (
  { DATABASE_URL, DATABASE_DIRECT_URL }: Pick<Config, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>,
  { connection }: Pick<Database, 'connection'>,
): Database['connection'] =>
  DATABASE_URL ? { connectionString: DATABASE_DIRECT_URL ?? DATABASE_URL } : connection;

/** Dumps the snapshot of one transaction, in which the rows are counted too. */
export function dumpDatabase(
  { transaction }: Pick<Database, 'transaction'>,
  { connection, tool }: { connection: Database['connection']; tool: Tool },
  { folder, passphrase }: { folder: string; passphrase: Passphrase | undefined },
): Promise<SavedDatabase> {
  return transaction(
    async (tx) => {
      await beginSnapshot(tx);
      const snapshot = await exportSnapshot(tx);
      const at = new Date();
      const facts = await readFacts(tx);
      const named = await listNamedFiles(tx);
      const args = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`];
      const content = readTool(tool, args, connection);
      const part = await writePart(folder, 'database.dump', content, passphrase);
      const database = { kind: 'dump', serverMajor: await serverMajor(tx) } as const;
      return { part, facts, named, database, at };
    },
    { isolationLevel: 'repeatable read' },
  );
}

/** Into an empty database. Leaves it empty when it fails. */
export async function restoreDump(
  { work, transaction }: Pick<Database, 'work' | 'transaction'>,
  connection: Database['connection'],
  { folder, passphrase }: { folder: string; passphrase?: Passphrase | undefined },
  { parts, database }: Manifest,
): Promise<void> {
  const major = await work.read(serverMajor);
  if (major < database.serverMajor)
    throw new BackupError(
      `The backup is of PostgreSQL ${database.serverMajor}; this server is ${major}, which is older.`,
    );
  const tool = await findTool('pg_restore', database.serverMajor);
  if (!tool) throw new BackupError(missingTool('pg_restore', database.serverMajor));
  const args = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error'];
  await writeTool(tool, args, connection, readPart(folder, parts.database, passphrase));
  // Without statistics the first queries would be slow.
  await transaction(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`analyze`.execute(tx);
  });
}

export const missingTool = (name: string, major: number): string =>
  `${name} ${major} or newer is not installed: install PostgreSQL's client programs ` +
  `(on Debian the package postgresql-client-${major}).`;
