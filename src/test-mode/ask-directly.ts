import type pg from 'pg';
import type { Database } from '#kernel/database/open-database.ts';

/** On a connection of its own, which is closed afterwards. */
export async function askDirectly<T>(
  { directClient }: Pick<Database, 'directClient'>,
  ask: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await directClient();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}
