// Tariff codes by word or number, with the duty that the destination's rule set has for them.

import type { Db } from '#kernel/database/database.ts';
import type { Actor } from '#kernel/ports.ts';
import type { PageRequest } from '#lib/pagination.ts';
import codes from '../tariffs/hs-codes.json' with { type: 'json' };
import type { Customs } from './customs.ts';
import { describeDuty } from './engine/describe-duty.ts';
import type { Duty } from './engine/duty-schema.ts';
import type { RuleSet } from './engine/rule-set.ts';
import { chooseRuleSet } from './rule-sets.ts';
import { listSavedCodes, type SavedCode } from './saved-code-store.ts';

type Search = {
  search?: string | undefined;
  country?: string | undefined;
  /** Those alone that the actor saved, in their words. */
  isSaved?: boolean;
};

export async function searchHsCodes(
  customs: Customs,
  db: Db,
  { accountId }: Actor,
  { search = '', country, isSaved = false }: Search,
  page: PageRequest,
) {
  const saved = await listSavedCodes(db, accountId);
  const found = (isSaved ? saved : codes).filter((one) => isMatch(one, search));
  const ruleSet = country ? await goodsRulesOf(customs, country) : undefined;
  const results = found.slice(page.offset, page.offset + page.pageSize).map((one) => ({
    ...one,
    ...dutyOf(ruleSet, one.code),
    is_saved: saved.some(({ code }) => code === one.code),
  }));
  return { results, total: { count: found.length, isEstimate: false } };
}

/** Every word in the description, or digits that the code begins with. */
function isMatch({ code, description }: SavedCode, search: string): boolean {
  const digits = search.replace(/[\s.]/g, '');
  if (/^\d+$/.test(digits)) return code.startsWith(digits) || digits.startsWith(code.slice(0, 6));
  const text = description.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

async function goodsRulesOf(customs: Customs, country: string): Promise<RuleSet | undefined> {
  const rows = await customs.ruleSets.all();
  const choice = { kind: 'goods', country: country.toUpperCase(), date: customs.today() } as const;
  return chooseRuleSet(rows, choice)?.body;
}

const notKnown = { duty: null, confidence: null, source: null, as_of: null };

function dutyOf(ruleSet: RuleSet | undefined, code: string) {
  const rows = (ruleSet?.tables.tariff?.rows ?? []).filter(
    ({ hs }) => typeof hs !== 'string' || code.startsWith(hs),
  );
  const row = rows.toSorted(
    (one, other) => String(other.hs ?? '').length - String(one.hs ?? '').length,
  )[0];
  const duty = row?.duty as Duty | undefined;
  if (!duty || (duty.t === 'unknown' && !duty.floor)) return notKnown;
  const source = ruleSet?.sources.find(({ id }) => id === row?.source);
  return {
    duty: describeDuty(duty),
    confidence: source?.confidence ?? null,
    source: source?.title ?? null,
    as_of: source?.effective_from ?? null,
  };
}
