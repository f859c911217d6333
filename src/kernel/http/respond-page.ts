// The response to the request for a page of a list.
import type { FastifyRequest } from 'fastify';
import type { PageRequest } from '#lib/pagination.ts';
import type { Api } from './api.ts';
import { respond } from './mount.ts';
import { type RowCount, toPage, toPageRequest } from './responses/pages.ts';

type Call = { query: Parameters<typeof toPageRequest>[0]; request: FastifyRequest };

/** `read` returns the rows of the page, `serialize` what is sent of them. */
export async function respondPage<Row, Result = Row>(
  api: Api,
  { query, request }: Call,
  read: (page: PageRequest) => Promise<{ rows: Row[]; total: RowCount }>,
  serialize: (rows: Row[]) => Result[] | Promise<Result[]> = (rows) => rows as unknown as Result[],
) {
  const page = toPageRequest(query);
  const { rows, total } = await read(page);
  const origin = { siteUrl: api.kernel.config.SITE_URL, url: request.url };
  return respond(200, toPage(origin, page, total, await serialize(rows)));
}
