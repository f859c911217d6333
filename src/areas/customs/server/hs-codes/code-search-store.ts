// Searches the codes of one version of a tariff, by its search index or by digits.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { toUpperBound } from '../tariffs/codes/tariff-codes.ts';
import { isCyrillic } from '../tariffs/codes/tariff-text.ts';
import type { TariffVersion } from '../tariffs/versions/tariff-version-store.ts';
import type { KnownWord, SearchTerm, SearchWord } from './search-terms.ts';

export type FoundCode = {
  code: string;
  descriptions: Record<string, string>;
  is_declarable: boolean;
};
export type FoundCodes = { rows: FoundCode[]; count: number; isEstimate: boolean };

/** A search that matches more is ranked among the first ones of the tariff. */
const rankedMax = 2000;
/** Of codes that have only some of the words. */
const partlyRankedMax = 800;
const similarMax = 4;
const similarityMin = 0.35;
const lastLetter = '\u{10FFFF}';

export async function findKnownWords(db: Db, words: readonly string[]): Promise<KnownWord[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<Omit<KnownWord, 'similar'>>`
    select typed.word,
      exists (select from customs_tariff_word w where w.word = typed.word) as "isKnown",
      exists (select from customs_tariff_word w where w.word > typed.word
        and w.word < typed.word || ${lastLetter}) as "isBeginning"
    from unnest(${words}::text[]) as typed (word)`.execute(db);
  const unknown = rows.filter(({ isKnown, isBeginning }) => !isKnown && !isBeginning);
  const similar = await findSimilarWords(
    db,
    unknown.map(({ word }) => word),
  );
  return rows.map((row) => ({ ...row, similar: similar.get(row.word) ?? [] }));
}

async function findSimilarWords(db: Db, words: readonly string[]) {
  const similar = new Map<string, string[]>();
  if (words.length === 0) return similar;
  const { rows } = await sql<{ typed: string; word: string }>`
    select typed.word as typed, near.word
    from unnest(${words}::text[]) as typed (word) cross join lateral (
      select w.word from customs_tariff_word w
      where w.word % typed.word and similarity(w.word, typed.word) >= ${similarityMin}::real
      order by similarity(w.word, typed.word) desc, w.word limit ${similarMax}
    ) near`.execute(db);
  for (const { typed, word } of rows) similar.set(typed, [...(similar.get(typed) ?? []), word]);
  return similar;
}

type Query = RawBuilder<string>;

const nothing = sql<string>`''::tsquery`;
const join = (queries: readonly Query[], operator: '&&' | '||'): Query =>
  queries.length === 0
    ? nothing
    : sql<string>`(${sql.join(queries, operator === '&&' ? sql` && ` : sql` || `)})`;

/** Cyrillic words are not looked for by the endings of Latin languages, nor the reverse. */
const languagesFor = (word: string, languages: readonly string[]) =>
  languages.filter((language) => isCyrillic(word) === ['ru', 'uk', 'be', 'bg'].includes(language));

const wordQuery = ({ word, isBeginning }: SearchWord, languages: readonly string[]): Query =>
  join(
    languagesFor(word, languages).map(
      (language) =>
        sql<string>`to_tsquery(customs_search_config(${language}), ${`${word}${isBeginning ? ':*' : ''}`})`,
    ),
    '||',
  );

function termQuery({ alternatives, codes }: SearchTerm, languages: readonly string[]): Query {
  const byWords = alternatives.map((words) =>
    join(
      words.map((word) => wordQuery(word, languages)),
      '&&',
    ),
  );
  const byCodes = codes.map((code) => `'#${code}'`).join(' | ');
  return join([...byWords, ...(byCodes ? [sql<string>`${byCodes}::tsquery`] : [])], '||');
}

type Tariff = Pick<TariffVersion, 'id' | 'languages'>;

/** All terms, the best first: words of the code itself count more than those of codes above it. */
export async function searchByWords(
  db: Db,
  { id, languages }: Tariff,
  terms: readonly SearchTerm[],
  { pageSize, offset }: PageRequest,
  operator: '&&' | '||' = '&&',
): Promise<FoundCodes> {
  const most = operator === '&&' ? rankedMax : partlyRankedMax;
  const words = join(
    terms.map((term) => termQuery(term, languages)),
    operator,
  );
  const { rows } = await sql<FoundCode & { count: number }>`
    with query as materialized (select ${words} as words),
    found as materialized (
      select code, position, is_declarable, ts_rank(search, query.words) as rank
      from query, customs_tariff_code
      where numnode(query.words) > 0 and tariff_id = ${id}::int
        and search @@ (query.words && ${`'@${id}'`}::tsquery)
      limit ${most + 1}
    ),
    best as (
      select * from found order by rank desc, position limit ${pageSize} offset ${offset}
    )
    select best.code, one.descriptions, best.is_declarable,
      (select count(*)::int from found) as count
    from best join customs_tariff_code one on one.tariff_id = ${id}::int and one.code = best.code
    order by best.rank desc, best.position`.execute(db);
  return toFound(rows, most);
}

function toFound(
  rows: readonly (FoundCode & { count: number })[],
  most = Number.POSITIVE_INFINITY,
): FoundCodes {
  const count = rows[0]?.count ?? 0;
  return {
    rows: rows.map(({ code, descriptions, is_declarable }) => ({
      code,
      descriptions,
      is_declarable,
    })),
    count: Math.min(count, most),
    isEstimate: count > most,
  };
}

/** The codes that begin with these digits, in the order of the tariff. */
export async function searchByDigits(
  db: Db,
  { id }: Tariff,
  digits: string,
  { pageSize, offset }: PageRequest,
): Promise<FoundCodes> {
  const { rows } = await sql<FoundCode & { count: number }>`
    with found as materialized (
      select code, position from customs_tariff_code
      where tariff_id = ${id}::int and code >= ${digits} and code < ${toUpperBound(digits)}
      limit 20000
    ),
    best as (select * from found order by position limit ${pageSize} offset ${offset})
    select best.code, one.descriptions, one.is_declarable,
      (select count(*)::int from found) as count
    from best join customs_tariff_code one on one.tariff_id = ${id}::int and one.code = best.code
    order by best.position`.execute(db);
  return toFound(rows);
}

/** All codes, in the order of the tariff. */
export async function listAllCodes(
  db: Db,
  { id, codes_count }: TariffVersion,
  { pageSize, offset }: PageRequest,
): Promise<FoundCodes> {
  const rows = await db
    .selectFrom('customs_tariff_code')
    .select(['code', 'descriptions', 'is_declarable'])
    .where('tariff_id', '=', id)
    .orderBy('position')
    .limit(pageSize)
    .offset(offset)
    .execute();
  return { rows: rows as FoundCode[], count: codes_count, isEstimate: false };
}
