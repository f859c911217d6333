// Which stored files the database names, so that a backup without one of them does not pass as whole.
import { listPictureKeys } from '#areas/accounts/server/index.ts';
import { listFileKeys } from '#areas/leads/server/index.ts';
import { listRecordingKeys } from '#areas/speech/server/index.ts';
import { listAttachmentKeys, listMailKeys } from '#areas/support/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type { Database } from '#kernel/database/open-database.ts';
import { formatCount } from '#lib/format.ts';

/** Every area whose rows name files. Cached speech is none: it is made again when it is missing. */
const lists: readonly ((db: Db) => Promise<string[]>)[] = [
  listPictureKeys,
  listAttachmentKeys,
  listMailKeys,
  listFileKeys,
  listRecordingKeys,
];

export async function listNamedFiles(db: Db): Promise<string[]> {
  const named: string[] = [];
  // One after the other: they may share the connection of a transaction.
  for (const list of lists) named.push(...(await list(db)));
  return named;
}

/**
 * Those that a backup lacks. What the database does not name any more was deleted with its row
 * while the backup ran.
 */
export async function listLackingFiles(
  { work }: Pick<Database, 'work'>,
  named: readonly string[],
  saved: ReadonlySet<string>,
): Promise<string[]> {
  const lacking = named.filter((key) => !saved.has(key));
  if (lacking.length === 0) return [];
  const current = new Set(await work.read(listNamedFiles));
  return lacking.filter((key) => current.has(key)).sort();
}

export const formatLacking = (keys: readonly string[]): string =>
  `It lacks ${formatCount(keys.length, 'file')} that the database names ` +
  `(${keys.slice(0, 3).join(', ')}).`;
