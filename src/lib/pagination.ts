// The query and the response of every list.
import { z } from 'zod';

export const pageSizeDefault = 20;
export const pageSizeMax = 100;
/** The last row that `page` x `page_size` may reach; deeper pages return 404. */
export const pageDepthMax = 100_000;
/** Counts are exact up to this number and estimated above it. */
export const exactCountMax = 10_000;

/** An ISO time with offset, or a date: both can be parsed by `new Date`. */
export const dateTime = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: 'Enter a valid date/time.',
});

/** What clients send; it is read from text: an invalid page is 404, an invalid size the default. */
const wholeNumber = { type: 'integer', minimum: 1 } as const;

export const listQuery = {
  page: z
    .string()
    .optional()
    .meta({ ...wholeNumber, description: 'From 1; a page that does not exist is 404.' }),
  page_size: z
    .string()
    .optional()
    .meta({
      ...wholeNumber,
      description: `Results of a page: ${pageSizeDefault} by default, at most ${pageSizeMax}.`,
    }),
  limit: z
    .string()
    .optional()
    .meta({ ...wholeNumber, description: 'Alias of `page_size`.' }),
  search: z.string().max(200).optional().describe('Words to find.'),
  ordering: z
    .string()
    .max(200)
    .optional()
    .describe('Comma-separated list of fields; a leading - sorts descending.'),
  created_after: dateTime.optional().describe('Inclusive. A date is its midnight, UTC.'),
  created_before: dateTime.optional().describe('Exclusive. A date is its midnight, UTC.'),
};

export const createPageSchema = <T extends z.ZodType>(item: T) =>
  z.object({
    count: z.int().describe('Of all pages.'),
    next: z.string().nullable().describe('Address of the next page; null on the last one.'),
    previous: z.string().nullable().describe('Address of the page before; null on the first one.'),
    results: z.array(item).describe('Of this page.'),
    page: z.int().describe('From 1.'),
    pages: z.int().describe('How many there are.'),
    page_size: z.int().describe('The most results of a page.'),
    has_next: z.boolean().describe('Whether there is a next page.'),
    has_previous: z.boolean().describe('Whether there is a page before.'),
    count_is_estimate: z
      .boolean()
      .optional()
      .describe(`True where \`count\` is above ${exactCountMax} and estimated.`),
  });

export type PageRequest = { page: number; pageSize: number; offset: number };

/** Null for a page that no list can have: not a whole number from 1, or too deep. */
export function readPageRequest(query: {
  page?: string | undefined;
  page_size?: string | undefined;
  limit?: string | undefined;
}): PageRequest | null {
  const requested = Number.parseInt(query.page_size ?? query.limit ?? '', 10);
  const pageSize = requested >= 1 ? Math.min(requested, pageSizeMax) : pageSizeDefault;
  const text = query.page ?? '1';
  const page = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (page < 1 || page * pageSize > pageDepthMax) return null;
  return { page, pageSize, offset: (page - 1) * pageSize };
}

/**
 * Parses `ordering` by the fields that a list allows (API name to column). Ignores unknown fields;
 * uses the fallback when there is no known one. The list appends its id as a tie-breaker.
 */
export function readOrdering<Column extends string>(
  ordering: string | undefined,
  allowed: Readonly<Record<string, Column>>,
  fallback: string,
): { column: Column; direction: 'asc' | 'desc' }[] {
  const read = (text: string) =>
    text.split(',').flatMap((word) => {
      const direction = word.trim().startsWith('-') ? ('desc' as const) : ('asc' as const);
      const name = word.trim().replace(/^-/, '');
      const column = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
      return column ? [{ column, direction }] : [];
    });
  const requested = read(ordering ?? '');
  return requested.length > 0 ? requested : read(fallback);
}
