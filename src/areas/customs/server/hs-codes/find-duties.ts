// The duty of tariff codes in a destination: of its imported tariff, else of its rule set.
import type { Db } from '#kernel/database/database.ts';
import type { Customs } from '../customs.ts';
import type { Duty } from '../engine/rules/duty-schema.ts';
import type { RuleSet, RuleSource } from '../engine/rules/rule-set.ts';
import { describeDuty } from '../engine/text/describe-duty.ts';
import { chooseRuleSet } from '../rule-sets/choose-rule-set.ts';
import { listJurisdictions } from '../tariffs/codes/tariff-codes.ts';
import { loadTariffRows } from '../tariffs/duties/load-tariff-rows.ts';

type CodeDuty = {
  duty: string | null;
  confidence: RuleSource['confidence'] | null;
  source: string | null;
  as_of: string | null;
};

const unknownDuty: CodeDuty = { duty: null, confidence: null, source: null, as_of: null };

/** With an entry for each code. */
export async function findDuties(
  customs: Customs,
  db: Db,
  country: string | undefined,
  codes: readonly string[],
): Promise<Map<string, CodeDuty>> {
  if (!country) return new Map(codes.map((code) => [code, unknownDuty]));
  const date = customs.today();
  const jurisdiction = listJurisdictions(country);
  const loaded = await loadTariffRows(customs, db, { jurisdiction, codes, origins: [], date });
  if (!loaded) {
    const ruleSet = await findGoodsRules(customs, country);
    return new Map(codes.map((code) => [code, findRuleSetDuty(ruleSet, code)]));
  }
  const { title, effective_from } = loaded.version;
  const serialize = (duty: Duty | null | undefined): CodeDuty =>
    isPresent(duty)
      ? { duty: describeDuty(duty), confidence: 'high', source: title, as_of: effective_from }
      : unknownDuty;
  return new Map(codes.map((code) => [code, serialize(loaded.byCode.get(code)?.thirdCountry)]));
}

/** A duty of which nothing is known is not shown as one. */
export const isPresent = (duty: Duty | null | undefined): duty is Duty =>
  Boolean(duty) && (duty?.t !== 'unknown' || duty.floor !== undefined);

async function findGoodsRules(customs: Customs, country: string): Promise<RuleSet | undefined> {
  const rows = await customs.ruleSets.all();
  const choice = { kind: 'goods', country: country.toUpperCase(), date: customs.today() } as const;
  return chooseRuleSet(rows, choice)?.body;
}

function findRuleSetDuty(ruleSet: RuleSet | undefined, code: string): CodeDuty {
  const rows = (ruleSet?.tables.tariff?.rows ?? []).filter(
    ({ hs }) => typeof hs !== 'string' || code.startsWith(hs),
  );
  const row = rows.toSorted(
    (one, other) => String(other.hs ?? '').length - String(one.hs ?? '').length,
  )[0];
  const duty = row?.duty as Duty | undefined;
  if (!isPresent(duty)) return unknownDuty;
  const source = ruleSet?.sources.find(({ id }) => id === row?.source);
  return {
    duty: describeDuty(duty),
    confidence: source?.confidence ?? null,
    source: source?.title ?? null,
    as_of: source?.effective_from ?? null,
  };
}
