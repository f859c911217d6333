// Searches tariff codes by word or number, with the duty of the destination's rule set.

import type { Db } from '#kernel/database/database.ts';
import type { Actor } from '#kernel/ports.ts';
import type { PageRequest } from '#lib/pagination.ts';
import codes from '../../tariffs/hs-codes.json' with { type: 'json' };
import type { Customs } from '../customs.ts';
import { describeDuty } from '../engine/describe-duty.ts';
import type { Duty } from '../engine/duty-schema.ts';
import type { RuleSet } from '../engine/rule-set.ts';
import { chooseRuleSet } from '../rule-sets/choose-rule-set.ts';
import { listSavedCodes, type SavedCode } from './saved-code-store.ts';

type HsCodeSearch = {
  search?: string | undefined;
  country?: string | undefined;
  /** Only the codes that the actor saved, with their own descriptions. */
  isSaved?: boolean;
};

export async function searchHsCodes(
  customs: Customs,
  db: Db,
  { accountId }: Actor,
  { search = '', country, isSaved = false }: HsCodeSearch,
  page: PageRequest,
) {
  const saved = await listSavedCodes(db, accountId);
  const found = (isSaved ? saved : codes).filter((one) => isMatch(one, search));
  const ruleSet = country ? await findGoodsRules(customs, country) : undefined;
  const results = found.slice(page.offset, page.offset + page.pageSize).map((one) => ({
    ...one,
    ...findDuty(ruleSet, one.code),
    is_saved: saved.some(({ code }) => code === one.code),
  }));
  return { results, total: { count: found.length, isEstimate: false } };
}

/** Every word is in the description, or the digits begin the code. */
function isMatch({ code, description }: SavedCode, search: string): boolean {
  const digits = search.replace(/[\s.]/g, '');
  if (/^\d+$/.test(digits)) return code.startsWith(digits) || digits.startsWith(code.slice(0, 6));
  const text = description.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

async function findGoodsRules(customs: Customs, country: string): Promise<RuleSet | undefined> {
  const rows = await customs.ruleSets.all();
  const choice = { kind: 'goods', country: country.toUpperCase(), date: customs.today() } as const;
  return chooseRuleSet(rows, choice)?.body;
}

const unknownDuty = { duty: null, confidence: null, source: null, as_of: null };

function findDuty(ruleSet: RuleSet | undefined, code: string) {
  const rows = (ruleSet?.tables.tariff?.rows ?? []).filter(
    ({ hs }) => typeof hs !== 'string' || code.startsWith(hs),
  );
  const row = rows.toSorted(
    (one, other) => String(other.hs ?? '').length - String(one.hs ?? '').length,
  )[0];
  const duty = row?.duty as Duty | undefined;
  if (!duty || (duty.t === 'unknown' && !duty.floor)) return unknownDuty;
  const source = ruleSet?.sources.find(({ id }) => id === row?.source);
  return {
    duty: describeDuty(duty),
    confidence: source?.confidence ?? null,
    source: source?.title ?? null,
    as_of: source?.effective_from ?? null,
  };
}
