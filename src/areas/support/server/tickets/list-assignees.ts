import { listPeopleByRole } from '#areas/accounts/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type { PageRequest } from '#lib/pagination.ts';

/** The support team and the admins. They fit into memory, so paging happens here. */
export async function listAssignees(db: Db, page: PageRequest) {
  const team = await listPeopleByRole(db, ['support']);
  const results = team
    .slice(page.offset, page.offset + page.pageSize)
    .map(({ id, email, first_name, last_name }) => ({
      id,
      email,
      name: `${first_name} ${last_name}`.trim() || email.split('@')[0]!,
    }));
  return { rows: results, total: { count: team.length, isEstimate: false } };
}
