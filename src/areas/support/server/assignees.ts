import { listPeopleByRole } from '#areas/accounts/server/index.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { Support } from './support.ts';

/** Everybody in support, admins among them. A team fits into memory, so the page is cut here. */
export async function listAssignees({ kernel }: Support, page: PageRequest) {
  const team = await listPeopleByRole(kernel.database.read, ['support']);
  const results = team
    .slice(page.offset, page.offset + page.pageSize)
    .map(({ id, email, first_name, last_name }) => ({
      id,
      email,
      name: `${first_name} ${last_name}`.trim() || email.split('@')[0]!,
    }));
  return { results, total: { count: team.length, isEstimate: false } };
}
