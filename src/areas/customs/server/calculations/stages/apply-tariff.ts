// The duties of an imported tariff in place of the starter tariff of a rule set, for the codes of
// one calculation.
import { type Coverage, type CoveredCharge, isCharge } from '../../engine/rules/coverage-schema.ts';
import type { Duty } from '../../engine/rules/duty-schema.ts';
import type { Condition } from '../../engine/rules/rule-expressions.ts';
import type { RuleSet, Step, Table } from '../../engine/rules/rule-set.ts';
import {
  type LoadedMeasure,
  type LoadedTariff,
  toTariffTable,
} from '../../tariffs/duties/load-tariff-rows.ts';
import type { CompleteImport } from './complete.ts';

export type ImportWithTariff = CompleteImport & {
  /** Those of the set, with the duties of the tariff. */
  rules: RuleSet;
};

export const applyTariff = (complete: CompleteImport): ImportWithTariff => ({
  ...complete,
  rules: complete.tariff
    ? withImportedTariff(complete.ruleSet.body, complete.tariff)
    : complete.ruleSet.body,
});

/** Its duties and preferences, and its trade measures where the publication has any. */
function withImportedTariff(rules: RuleSet, loaded: LoadedTariff): RuleSet {
  const { table, source } = toTariffTable(loaded);
  const preferences = toPreferenceRows(loaded, source.id);
  const withDuties: RuleSet = {
    ...rules,
    tables: { ...rules.tables, tariff: withPreferences(table, preferences) },
    coverage: rules.coverage.map((one) => knownWithPreference(rules, one, preferences)),
    sources: [...rules.sources, source],
  };
  const measures = toMeasureRows(loaded, source.id);
  return measures.length > 0 ? applyTradeMeasures(withDuties, measures, source.id) : withDuties;
}

type Row = Table['rows'][number];

/** The rates for goods with a proof of origin, of single countries and without a quota. */
function toPreferenceRows({ byCode }: LoadedTariff, source: string): Row[] {
  return [...byCode].flatMap(([hs, { preferences }]) => {
    const countryPreferences = preferences.filter(
      ({ isCountry, origin, quotaOrderNumber: quota }) =>
        isCountry && origin !== '*' && quota === null,
    );
    return [...Map.groupBy(countryPreferences, ({ origin }) => origin)].map(([origin, own]) => ({
      ...{ hs, origin, proof: true, source },
      duty: toDuty(own),
    }));
  });
}

/** Of rows for one code the first that fits applies. */
const withPreferences = (table: Table, preferences: Row[]): Table =>
  preferences.length === 0
    ? table
    : {
        ...table,
        keys: { ...table.keys, proof: { fact: 'origin_proof', match: 'eq' } },
        rows: [...preferences, ...table.rows],
      };

/** Where the set knows no preference, because it has none of its own, the tariff knows it. */
function knownWithPreference({ steps }: RuleSet, one: Coverage, preferences: Row[]): Coverage {
  const charges = new Set(steps.flatMap((step) => (step.op === 'tariff' ? [step.code] : [])));
  const isAboutProof = JSON.stringify(one).includes('"origin_proof"');
  if (!isCharge(one) || !charges.has(one.charge) || !isAboutProof || preferences.length === 0)
    return one;
  const pairs = preferences.map(
    ({ hs, origin }): Condition => ({
      all: [
        { fact: 'hs_code', op: 'eq', value: String(hs) },
        { fact: 'origin_country', op: 'eq', value: String(origin) },
      ],
    }),
  );
  return knownWhere(one, {
    all: [{ fact: 'origin_proof', op: 'eq', value: true }, { any: pairs }],
  });
}

const measureTable = 'imported_trade_measures';

/** For each code that the publication decides: its measures by origin, and free otherwise. */
function toMeasureRows({ byCode }: LoadedTariff, source: string): Row[] {
  return [...byCode].flatMap(([hs, { tradeDefence, additional }]) => {
    if (tradeDefence === 'none_loaded') return [];
    const measures = [...tradeDefence, ...additional.filter(({ kind }) => kind === 'additional')];
    const origins = measures.flatMap(({ origin, isCountry, excludedOrigins }) => [
      ...(isCountry && origin !== '*' ? [origin] : []),
      ...excludedOrigins,
    ]);
    return [...new Set(origins), undefined].map((origin) => ({
      ...{ hs, ...(origin && { origin }), source },
      duty: toDuty(measures.filter((measure) => mayApply(measure, origin))),
    }));
  });
}

/** To an origin of its own row, or to all others. Members of groups are not known. */
const mayApply = (
  { origin, isCountry, excludedOrigins }: LoadedMeasure,
  own: string | undefined,
): boolean =>
  (own === undefined || !excludedOrigins.includes(own)) &&
  (origin === own || origin === '*' || !isCountry);

/** Several measures differ by producer or agreement; those of groups by their members. */
function toDuty(measures: readonly LoadedMeasure[]): Duty {
  const [only] = measures;
  if (!only) return { t: 'free' };
  const isSure = measures.length === 1 && only.isCountry && only.additionalCode === null;
  if (isSure) return only.duty;
  const texts = [...new Set(measures.map(({ text }) => text))].slice(0, 3).join(', ');
  return {
    t: 'unknown',
    why: `The rate depends on the producer, the agreement or the group of origins: ${texts}.`,
  };
}

/**
 * The set's own charge for trade measures is known for these codes, except from origins with
 * duties of another kind.
 */
function applyTradeMeasures(rules: RuleSet, rows: Row[], source: string): RuleSet {
  const charge = rules.coverage
    .filter(isCharge)
    .find(({ concern, per, before }) => concern === 'trade_measures' && per === 'line' && before);
  if (!charge) return rules;
  const codes = rows.map(({ hs }) => String(hs));
  const isDecided: Condition = {
    all: [
      { fact: 'hs_code', op: 'in', value: codes },
      { not: { fact: 'origin_country', op: 'in', value: specialOrigins } },
    ],
  };
  return {
    ...rules,
    tables: { ...rules.tables, [measureTable]: { keys: measureKeys, rows } },
    coverage: rules.coverage.map((one) =>
      isCharge(one) && one.charge === charge.charge ? knownWhere(one, isDecided) : one,
    ),
    steps: insertStep(rules.steps, charge, { source, when: isDecided }),
  };
}

/** Their additional duties are in laws of their own, not in a publication of trade measures. */
const specialOrigins = ['RU', 'BY', 'KP', 'CU'];

const measureKeys: Table['keys'] = {
  hs: { fact: 'hs_code', match: 'prefix' },
  origin: { fact: 'origin_country', match: 'eq' },
};

const knownWhere = (one: CoveredCharge, isDecided: Condition): Coverage => ({
  ...one,
  known: one.known ? { any: [one.known, isDecided] } : isDecided,
});

function insertStep(
  steps: readonly Step[],
  { charge, label, category, before }: CoveredCharge,
  own: { source: string; when: Condition },
): Step[] {
  const step: Step = {
    ...{ op: 'tariff', code: charge, table: measureTable, base: 'step:CV', per: 'line' },
    ...{ label: label ?? charge, category: category ?? 'duty' },
    ...own,
  };
  const at = steps.findIndex(({ code }) => code === before);
  return at < 0 ? [...steps] : steps.toSpliced(at, 0, step);
}
