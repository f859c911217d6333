// Searches tariff codes by word or number, with the duty of the destination.

import type { Db } from '#kernel/database/database.ts';
import type { RowCount } from '#kernel/http/responses/pages.ts';
import type { Actor } from '#kernel/ports.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { starterSource } from '../../wire/tariffs/tariffs.constants.ts';
import type { Customs } from '../customs.ts';
import { listAbove } from '../tariffs/codes/code-store.ts';
import { describe, normalizeText, splitWords } from '../tariffs/codes/tariff-text.ts';
import type { TariffVersion } from '../tariffs/versions/tariff-version-store.ts';
import { findCodes, type PlaceCodes } from '../tariffs/versions/tariffs-in-force.ts';
import {
  type FoundCode,
  type FoundCodes,
  findKnownWords,
  listAllCodes,
  searchByDigits,
  searchByWords,
} from './code-search-store.ts';
import { findDuties } from './find-duties.ts';
import { listSavedCodes, type SavedCode } from './saved-code-store.ts';
import { correctTerm, readSearch, type SearchTerm, wordsToCorrect } from './search-terms.ts';

type HsCodeSearch = {
  search?: string | undefined;
  country?: string | undefined;
  /** Only the codes that the actor saved, with their own descriptions. */
  isSaved?: boolean;
};

type SearchedCodes = {
  rows: { code: string; description: string; path: string[]; is_declarable: boolean }[];
  total: RowCount;
};

export async function searchHsCodes(
  customs: Customs,
  db: Db,
  { accountId }: Actor,
  { search = '', country, isSaved = false }: HsCodeSearch,
  page: PageRequest,
) {
  const saved = await listSavedCodes(db, accountId);
  const place = await findPlace(customs, country);
  const found = isSaved
    ? searchSaved(saved, search, page)
    : await searchTariff(db, place.version, search, page);
  const results = (await addDuties(customs, db, country, found.rows)).map((row) => ({
    ...row,
    is_saved: saved.some(({ code }) => code === row.code),
  }));
  return { results, total: found.total, loaded: serializeLoaded(place) };
}

/**
 * Codes as long as a calculation takes them: of the tariff of another place, only the six digits
 * that all countries share.
 */
export async function searchCodesToCalculate(
  customs: Customs,
  db: Db,
  { search, country }: { search: string; country: string | undefined },
  page: PageRequest,
) {
  const place = await findPlace(customs, country);
  const { rows, total } = await searchTariff(db, place.version, search, page);
  const results = await addDuties(customs, db, country, rows);
  const digits = country === undefined || place.isOfDestination ? digitsMax : sharedDigits;
  const shorten = <Row extends { code: string }>(row: Row): Row => ({
    ...row,
    code: row.code.slice(0, digits),
  });
  return { results: results.map(shorten), total };
}

const digitsMax = 10;
const sharedDigits = 6;

const findPlace = async (customs: Customs, country: string | undefined): Promise<PlaceCodes> =>
  findCodes(await customs.tariffs.all(), country, customs.today())!;

type CodeRow = SearchedCodes['rows'][number];

async function addDuties(
  customs: Customs,
  db: Db,
  country: string | undefined,
  rows: readonly CodeRow[],
) {
  const codes = rows.map(({ code }) => code);
  const duties = await findDuties(customs, db, country, codes);
  return rows.map((row) => ({ ...row, ...duties.get(row.code)! }));
}

const serializeLoaded = ({ version, isOfDestination }: PlaceCodes) => ({
  codes: version.codes_count,
  title: version.title,
  jurisdiction: version.jurisdiction,
  is_starter: version.source === starterSource,
  is_of_destination: isOfDestination,
});

function searchSaved(
  saved: readonly SavedCode[],
  search: string,
  page: PageRequest,
): SearchedCodes {
  const found = saved.filter((one) => isMatch(one, search));
  return {
    rows: found
      .slice(page.offset, page.offset + page.pageSize)
      .map((one) => ({ ...one, path: [], is_declarable: true })),
    total: { count: found.length, isEstimate: false },
  };
}

/** Every word is in the description, or the digits begin the code. */
function isMatch({ code, description }: SavedCode, search: string): boolean {
  const digits = search.replace(/[\s.]/g, '');
  if (/^\d+$/.test(digits)) return code.startsWith(digits) || digits.startsWith(code.slice(0, 6));
  const text = normalizeText(description);
  return splitWords(search).every((word) => text.includes(word));
}

async function searchTariff(
  db: Db,
  version: TariffVersion,
  search: string,
  page: PageRequest,
): Promise<SearchedCodes> {
  const { rows, count, isEstimate } = await findRows(db, version, search, page);
  const above = await listAbove(
    db,
    version.id,
    rows.map(({ code }) => code),
  );
  const toPath = (leaf: string) =>
    above.filter((one) => one.leaf === leaf).map(({ descriptions }) => describe(descriptions));
  return {
    rows: rows.map((row) => serializeFound(row, toPath(row.code))),
    total: { count, isEstimate },
  };
}

const serializeFound = ({ code, descriptions, is_declarable }: FoundCode, path: string[]) => ({
  code,
  description: describe(descriptions),
  path,
  is_declarable,
});

async function findRows(
  db: Db,
  version: TariffVersion,
  search: string,
  page: PageRequest,
): Promise<FoundCodes> {
  const query = readSearch(search);
  if ('digits' in query) return findByDigits(db, version, query.digits, page);
  if (query.terms.length === 0)
    return search.trim() === '' ? listAllCodes(db, version, page) : noCodes;
  const terms = await correctTerms(db, query.terms);
  const found = await searchByWords(db, version, terms, page);
  // Fewer words rather than nothing; those with more of them come first.
  const isHopeless = found.count > 0 || terms.length === 1 || page.offset > 0;
  return isHopeless ? found : searchByWords(db, version, terms, page, '||');
}

const noCodes: FoundCodes = { rows: [], count: 0, isEstimate: false };

/** A code of another country is found by its international part, then by its heading. */
async function findByDigits(db: Db, version: TariffVersion, digits: string, page: PageRequest) {
  for (const length of [digits.length, 6, 4]) {
    if (length > digits.length) continue;
    const found = await searchByDigits(db, version, digits.slice(0, length), page);
    if (found.count > 0) return found;
  }
  return noCodes;
}

async function correctTerms(db: Db, terms: readonly SearchTerm[]): Promise<SearchTerm[]> {
  const known = await findKnownWords(db, wordsToCorrect(terms));
  const byWord = new Map(known.map((one) => [one.word, one]));
  return terms.map((term) => correctTerm(term, byWord));
}
