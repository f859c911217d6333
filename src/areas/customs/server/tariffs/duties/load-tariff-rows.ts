// The imported tariff for the codes of one calculation, in place of a rule set's own table.
import type { Db } from '#kernel/database/database.ts';
import type { Duty } from '../../engine/rules/duty-schema.ts';
import type { RuleSource, Table } from '../../engine/rules/rule-set.ts';
import { findVersion, type TariffVersion } from '../versions/tariff-version-store.ts';
import { findTariff, type Tariffs } from '../versions/tariffs-in-force.ts';
import { chooseDuty, isInSeason, mostSpecificBy, readMeasures } from './choose-duty.ts';
import { findMeasures, type StoredMeasure } from './measure-store.ts';

export type LoadedMeasure = {
  kind: StoredMeasure['kind'];
  origin: string;
  /** False: a group of the publication, whose members it does not list. */
  isCountry: boolean;
  excludedOrigins: readonly string[];
  programme: string | null;
  additionalCode: string | null;
  quotaOrderNumber: string | null;
  duty: Duty;
  text: string;
  conditions: string[];
  legalBase: string | null;
};

export type LoadedMeasures = {
  /** Of any origin. Null if the publication has none for the code. */
  thirdCountry: Duty | null;
  /** Of the requested origins whose duty is another one. */
  thirdCountryByOrigin: { origin: string; duty: Duty | null }[];
  /** Of countries without most-favoured-nation treatment. */
  general: Duty | null;
  preferences: LoadedMeasure[];
  quotas: LoadedMeasure[];
  suspensions: LoadedMeasure[];
  /** `none_loaded`: the publication has no such measures at all, so nothing can be said. */
  tradeDefence: LoadedMeasure[] | 'none_loaded';
  additional: LoadedMeasure[];
};

export type LoadedTariff = { version: TariffVersion; byCode: Map<string, LoadedMeasures> };

export type TariffRequest = {
  /** The one whose version applies; with several, the first that has one. */
  jurisdiction: string | readonly string[];
  codes: readonly string[];
  /** ISO countries. Measures of other countries are left out; those of groups are not. */
  origins: readonly string[];
  date: string;
  /** That version instead of the one in force. */
  versionId?: number;
};

/** Null if no duties of the jurisdiction are imported and in force on the day. */
export async function loadTariffRows(
  { tariffs }: { tariffs: Tariffs },
  db: Db,
  { jurisdiction, codes, origins, date, versionId }: TariffRequest,
): Promise<LoadedTariff | null> {
  const jurisdictions = typeof jurisdiction === 'string' ? [jurisdiction] : jurisdiction;
  const version =
    versionId === undefined
      ? findTariff(await tariffs.all(), jurisdictions, date).measures
      : await findVersion(db, versionId);
  if (!version) return null;
  const measures = await findMeasures(db, [version.id], codes, date);
  const byCode = new Map(
    codes.map((code) => [code, sortMeasures({ version, measures, code, origins, date })]),
  );
  return { version, byCode };
}

type Sorting = {
  version: TariffVersion;
  measures: readonly StoredMeasure[];
  code: string;
  origins: readonly string[];
  date: string;
};

export function sortMeasures(sorting: Sorting): LoadedMeasures {
  const { version, measures, code, origins, date } = sorting;
  const choose = (kind: 'third_country' | 'general', origin: string) =>
    chooseDuty({ measures, kind, code, date, origin });
  const thirdCountry = choose('third_country', '*');
  const own = readMeasures(measures, code).filter(
    (measure) => isInSeason(measure, date) && mayConcern(measure, origins),
  );
  const take = (...kinds: StoredMeasure['kind'][]) =>
    mostSpecificBy(
      own.filter(({ kind }) => kinds.includes(kind)),
      toKey,
    ).map(toLoaded);
  return {
    thirdCountry,
    thirdCountryByOrigin: origins
      .map((origin) => ({ origin, duty: choose('third_country', origin) }))
      .filter(({ duty }) => JSON.stringify(duty) !== JSON.stringify(thirdCountry)),
    general: choose('general', '*'),
    preferences: take('preference'),
    quotas: take('quota'),
    suspensions: take('suspension'),
    tradeDefence: hasTradeDefence(version) ? take('anti_dumping', 'countervailing') : 'none_loaded',
    additional: take('additional', 'vat', 'excise'),
  };
}

export const hasTradeDefence = ({ measures_by_kind: counts }: TariffVersion): boolean =>
  (counts.anti_dumping ?? 0) + (counts.countervailing ?? 0) > 0;

const isCountry = (origin: string): boolean => origin === '*' || /^[A-Z]{2}$/.test(origin);

/** Of an unknown group it cannot be said that an origin is not in it. Without origins: all. */
export const mayConcern = (
  { origin, excludedOrigins }: StoredMeasure,
  origins: readonly string[],
): boolean =>
  origins.length === 0 ||
  origins.some(
    (group) =>
      !excludedOrigins.includes(group) &&
      (origin === group || origin === '*' || !isCountry(origin)),
  );

/** Measures that exist side by side. */
const toKey = (measure: StoredMeasure): string =>
  JSON.stringify([
    ...[measure.kind, measure.origin, measure.programme],
    ...[measure.additionalCode, measure.quotaOrderNumber],
  ]);

const toLoaded = (measure: StoredMeasure): LoadedMeasure => ({
  kind: measure.kind,
  origin: measure.origin,
  isCountry: isCountry(measure.origin),
  excludedOrigins: measure.excludedOrigins,
  programme: measure.programme,
  additionalCode: measure.additionalCode,
  quotaOrderNumber: measure.quotaOrderNumber,
  duty: measure.duty,
  text: measure.text,
  conditions: measure.conditions,
  legalBase: measure.legalBase,
});

export type TariffTable = { table: Table; source: RuleSource };

/** The id of the source that the rows name. */
const toSourceId = ({ source, id }: TariffVersion) => `tariff-${source}-${id}`;

/**
 * A table for the engine in place of a rule set's `tariff`, with the source that its rows name. A
 * code without a duty has no row, which the engine reports as unknown. Preferences are not in it:
 * they need a proof of origin.
 */
export function toTariffTable({ version, byCode }: LoadedTariff): TariffTable {
  const source = toSourceId(version);
  const rows = [...byCode].flatMap(([hs, { thirdCountry, thirdCountryByOrigin }]) => [
    ...thirdCountryByOrigin.map(({ origin, duty }) => ({
      ...{ hs, origin, source },
      duty: duty ?? { t: 'unknown' as const, why: `The tariff has no duty for ${origin}.` },
    })),
    ...(thirdCountry ? [{ hs, duty: thirdCountry, source }] : []),
  ]);
  return {
    table: {
      keys: {
        hs: { fact: 'hs_code', match: 'prefix' },
        origin: { fact: 'origin_country', match: 'eq' },
      },
      rows,
    } as Table,
    source: {
      id: source,
      title: version.title,
      ...(version.url.startsWith('https://') && { url: version.url }),
      reference: `${version.publisher}, file of ${version.file_date}`,
      retrieved_at: version.file_date,
      effective_from: version.effective_from,
      confidence: 'high',
    },
  };
}
