// All that a calculation reads from the database: the rules, and the rates and the tariff of their
// place and day.
import type { Customs } from '../../customs.ts';
import type { DayRates } from '../../rates/rates.ts';
import type { PublishedRuleSet } from '../../rule-sets/rule-set-store.ts';
import { listJurisdictions } from '../../tariffs/codes/tariff-codes.ts';
import { type LoadedTariff, loadTariffRows } from '../../tariffs/duties/load-tariff-rows.ts';
import { chooseRules } from './choose-rules.ts';
import type { ParsedImport } from './parse.ts';

export type GatheredImport = ParsedImport & {
  ruleSet: PublishedRuleSet;
  dayRates: DayRates;
  /** The imported tariff for the codes of the goods; null where none is imported. */
  tariff: LoadedTariff | null;
};

export async function gather(customs: Customs, parsed: ParsedImport): Promise<GatheredImport> {
  const { original, date, country } = parsed;
  const ruleSet = original?.ruleSet ?? chooseRules(parsed, await customs.ruleSets.all());
  const { jurisdiction } = ruleSet.body;
  const dayRates = await customs.rates.on(date, { jurisdiction, country });
  const tariff = await readTariff(customs, parsed, ruleSet);
  return { ...parsed, ruleSet, dayRates, tariff };
}

/** A saved calculation has the version that it used; otherwise the one in force applies. */
async function readTariff(
  customs: Customs,
  { consignment: { facts, items }, original, date, country }: ParsedImport,
  { body }: PublishedRuleSet,
): Promise<LoadedTariff | null> {
  if (!body.tables.tariff || items.length === 0 || original?.tariffId === null) return null;
  const origins = [facts, ...items].flatMap(({ origin_country: origin }) => origin ?? []);
  const request = {
    jurisdiction: listJurisdictions(country),
    codes: [...new Set(items.map(({ hs_code: code }) => String(code)))],
    origins: [...new Set(origins.map(String))],
    date,
    ...(original && { versionId: original.tariffId }),
  };
  return customs.kernel.work.read((db) => loadTariffRows(customs, db, request));
}
