// What is known about one tariff code: words, place in the tree, duties with their conditions on a
// day, and how the duty changed from version to version.
import type { Db } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { CodePageWire } from '../../../wire/tariffs/tariffs.ts';
import type { Customs } from '../../customs.ts';
import type { Duty } from '../../engine/rules/duty-schema.ts';
import { describeDuty } from '../../engine/text/describe-duty.ts';
import { findDuties } from '../../hs-codes/find-duties.ts';
import { isCodeSaved } from '../../hs-codes/saved-code-store.ts';
import { chooseDuty, readMeasures } from '../duties/choose-duty.ts';
import { hasTradeDefence, mayConcern } from '../duties/load-tariff-rows.ts';
import { findMeasures, type StoredMeasure } from '../duties/measure-store.ts';
import {
  serializeMeasure,
  serializeTariff,
  serializeTreeCode,
} from '../versions/serialize-tariff.ts';
import { listBySource, type TariffVersion } from '../versions/tariff-version-store.ts';
import { findCodes, findTariff } from '../versions/tariffs-in-force.ts';
import { findCode, listAbove, listByChapter, listChapters, listChildren } from './code-store.ts';
import { listJurisdictions, withoutPadding } from './tariff-codes.ts';
import { describe } from './tariff-text.ts';

export type PlaceAndDay = { country?: string | undefined; date?: string | undefined };

export async function listTariffCodes(
  customs: Customs,
  db: Db,
  { parent, country, date = customs.today() }: PlaceAndDay & { parent?: string | undefined },
  page: PageRequest,
) {
  const place = findCodes(await customs.tariffs.all(), country, date);
  const id = place?.version.id ?? 0;
  const found = await (parent === undefined
    ? listChapters(db, id, page)
    : /^\d\d0*$/.test(parent)
      ? listByChapter(db, id, parent.slice(0, 2), page)
      : listChildren(db, id, parent, page));
  return {
    rows: found.rows.map(serializeTreeCode),
    total: { count: found.count, isEstimate: false },
  };
}

const childrenMax: PageRequest = { page: 1, pageSize: 100, offset: 0 };
const versionsMax = 20;

/** The same code with more or fewer zeros at its end, as other publications write it. */
const listSpellings = (code: string): string[] => {
  const short = withoutPadding(code);
  return [...new Set([code, short, ...[4, 6, 8, 10].map((length) => short.padEnd(length, '0'))])];
};

export type CodeRequest = PlaceAndDay & { code: string; origin?: string | undefined };

/** Throws 404 for a code that no loaded tariff has. */
export async function readCodePage(
  customs: Customs,
  db: Db,
  { accountId }: Actor,
  { code: requestedCode, country, origin, date = customs.today() }: CodeRequest,
): Promise<CodePageWire> {
  const versions = await customs.tariffs.all();
  const place = findCodes(versions, country, date);
  const found = place && (await findCode(db, place.version.id, listSpellings(requestedCode)));
  if (!place || !found) throw apiError(commonErrors.notFound);
  const { code } = found;
  const above = await listAbove(db, place.version.id, [code]);
  const children = await listTariffCodes(customs, db, { parent: code, country, date }, childrenMax);
  const duties = country && findTariff(versions, listJurisdictions(country), date).measures;
  const request = { code, date, origin: origin?.toUpperCase() };
  return {
    ...found,
    parents: above.map((one) => ({ code: one.code, description: describe(one.descriptions) })),
    children: children.rows,
    tariff: serializeTariff(place.version),
    is_of_destination: place.isOfDestination,
    date,
    ...(duties
      ? { ...(await readDuties(db, duties, request)), rule_set_duty: null }
      : { ...noDuties, rule_set_duty: await findRuleSetDuty(customs, db, country, code) }),
    is_saved: await isCodeSaved(db, accountId, code),
  };
}

async function findRuleSetDuty(
  customs: Customs,
  db: Db,
  country: string | undefined,
  code: string,
): Promise<CodePageWire['rule_set_duty']> {
  const found = (await findDuties(customs, db, country, [code])).get(code);
  return found?.duty ? found : null;
}

const noDuties = {
  duties: null,
  duty: null,
  duty_is_known: false,
  duty_reason: null,
  trade_defence_loaded: false,
  measures: [],
  history: [],
};

type DutyRequest = { code: string; date: string; origin: string | undefined };

async function readDuties(db: Db, version: TariffVersion, request: DutyRequest) {
  const { code, date, origin } = request;
  const measures = await findMeasures(db, [version.id], [code], date);
  const duty = chooseThirdCountry(measures, request);
  return {
    duties: serializeTariff(version),
    ...serializeDuty(duty),
    trade_defence_loaded: hasTradeDefence(version),
    measures: readMeasures(measures, code)
      .filter((measure) => mayConcern(measure, origin ? [origin] : []))
      .map(serializeMeasure),
    history: await readHistory(db, version, request),
  };
}

const chooseThirdCountry = (
  measures: readonly StoredMeasure[],
  { code, date, origin = '*' }: DutyRequest,
) => chooseDuty({ measures, kind: 'third_country', code, date, origin });

function serializeDuty(duty: Duty | null) {
  if (!duty) return { duty: null, duty_is_known: false, duty_reason: null };
  if (duty.t !== 'unknown')
    return { duty: describeDuty(duty), duty_is_known: true, duty_reason: null };
  return {
    duty: duty.floor ? describeDuty(duty) : null,
    duty_is_known: false,
    duty_reason: duty.why,
  };
}

/** The duty of each version of the publication on its first day, the newest first. */
async function readHistory(db: Db, version: TariffVersion, request: DutyRequest) {
  const versions = await listBySource(db, version, versionsMax);
  const history = [];
  for (const one of versions) {
    const measures = await findMeasures(db, [one.id], [request.code], one.effective_from);
    const duty = chooseThirdCountry(measures, { ...request, date: one.effective_from });
    history.push({
      tariff_id: one.id,
      effective_from: one.effective_from,
      status: one.status,
      duty: duty && (duty.t !== 'unknown' || duty.floor) ? describeDuty(duty) : null,
    });
  }
  return history;
}
