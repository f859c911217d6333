// The Message-IDs of our e-mails, by which answers name what they answer.
import type { Db } from '#kernel/database/database.ts';
import { isUuid } from '#lib/uuid.ts';

type Site = { SITE_URL: string };

const domain = ({ SITE_URL }: Site): string => new URL(SITE_URL).hostname;

export const createMessageId = (site: Site, mailId: string): string =>
  `<${mailId}@${domain(site)}>`;

/** The conversations of those that are e-mails of ours, as Message-IDs of their beginnings. */
export async function listThreads(
  db: Db,
  site: Site,
  messageIds: readonly string[],
): Promise<string[]> {
  const suffix = `@${domain(site)}>`;
  const ids = messageIds
    .filter((id) => id.startsWith('<') && id.endsWith(suffix))
    .map((id) => id.slice(1, -suffix.length))
    .filter(isUuid);
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('mail').select('thread').where('id', 'in', ids).execute();
  return rows.flatMap(({ thread }) => thread.split(' ', 1)).filter(Boolean);
}
