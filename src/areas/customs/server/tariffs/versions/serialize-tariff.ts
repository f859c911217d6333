import { findPeople } from '#areas/accounts/server/index.ts';
import type { Config } from '#kernel/config.ts';
import type { Db } from '#kernel/database/database.ts';
import chapters from '../../../tariffs/chapters.json' with { type: 'json' };
import type {
  TariffVersionDetailsWire,
  TariffVersionWire,
} from '../../../wire/tariffs/tariff-versions.ts';
import { starterSource } from '../../../wire/tariffs/tariffs.constants.ts';
import type {
  CodeMeasureWire,
  CustomsTariffWire,
  TreeCodeWire,
} from '../../../wire/tariffs/tariffs.ts';
import { describeDuty } from '../../engine/text/describe-duty.ts';
import type { TreeCode } from '../codes/code-store.ts';
import { describe } from '../codes/tariff-text.ts';
import type { StoredMeasure } from '../duties/measure-store.ts';
import type { TariffEvent, TariffProblem, TariffVersion } from './tariff-version-store.ts';
import { countMeasures } from './tariffs-in-force.ts';

export const serializeTariff = (version: TariffVersion): CustomsTariffWire => ({
  id: version.id,
  jurisdiction: version.jurisdiction,
  source: version.source,
  title: version.title,
  publisher: version.publisher,
  licence: version.licence,
  url: version.url,
  file_date: version.file_date,
  effective_from: version.effective_from,
  codes: version.codes_count,
  measures: countMeasures(version),
  languages: version.languages,
  is_starter: version.source === starterSource,
});

/** A publication may have no line for a chapter: then it has our own short title. */
export const serializeTreeCode = ({ descriptions, ...row }: TreeCode): TreeCodeWire => ({
  ...row,
  description: descriptions ? describe(descriptions) : (chapterTitles[row.code] ?? null),
});

const chapterTitles: Readonly<Record<string, string>> = chapters;

export const serializeMeasure = (measure: StoredMeasure): CodeMeasureWire => ({
  kind: measure.kind,
  code: measure.code,
  origin: measure.origin,
  excluded_origins: measure.excludedOrigins,
  programme: measure.programme,
  additional_code: measure.additionalCode,
  quota_order_number: measure.quotaOrderNumber,
  duty: measure.duty.t === 'unknown' ? null : describeDuty(measure.duty),
  text: measure.text,
  conditions: measure.conditions,
  season:
    measure.season_from && measure.season_to
      ? { from: measure.season_from, to: measure.season_to }
      : null,
  valid_from: measure.validFrom,
  valid_to: measure.validTo,
  legal_base: measure.legalBase,
});

type People = Awaited<ReturnType<typeof findPeople>>;

const serializePerson = (people: People, id: number | null) =>
  id === null ? null : { id, email: people.get(id)?.email ?? '' };

const withoutNulls = (ids: readonly (number | null)[]) => ids.filter((id) => id !== null);

const serializeVersion = (version: TariffVersion, people: People): TariffVersionWire => ({
  ...serializeTariff(version),
  status: version.status,
  file_name: version.file_name,
  problems: version.problems_count,
  approved_by: serializePerson(people, version.approved_by),
  published_by: serializePerson(people, version.published_by),
  created_at: version.created_at.toISOString(),
  published_at: version.published_at?.toISOString() ?? null,
});

export async function serializeTariffVersions(
  db: Db,
  config: Config,
  rows: readonly TariffVersion[],
): Promise<TariffVersionWire[]> {
  const ids = rows.flatMap(({ approved_by, published_by }) => [approved_by, published_by]);
  const people = await findPeople(db, config, withoutNulls(ids));
  return rows.map((row) => serializeVersion(row, people));
}

type Details = { version: TariffVersion; events: TariffEvent[]; problems: TariffProblem[] };

export async function serializeTariffDetails(
  db: Db,
  config: Config,
  { version, events, problems }: Details,
): Promise<TariffVersionDetailsWire> {
  const ids = [
    ...[version.approved_by, version.published_by],
    ...events.map(({ account_id }) => account_id),
  ];
  const people = await findPeople(db, config, withoutNulls(ids));
  return {
    ...serializeVersion(version, people),
    sha256: version.sha256,
    measures_by_kind: version.measures_by_kind,
    problem_lines: problems,
    events: events.map(({ action, account_id, note, created_at }) => ({
      action,
      by: serializePerson(people, account_id),
      note,
      at: created_at.toISOString(),
    })),
  };
}
