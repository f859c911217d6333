// The public pages about the import of vehicles, from the rule sets in force.

import { formatCountry } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import snapshot from '#lib/rates.snapshot.json' with { type: 'json' };
import type { ResultWire } from '../../wire/calculations/calculation-results.ts';
import {
  type VehiclePage,
  type VehiclePageLine,
  vehiclePagePath,
} from '../../wire/vehicles/vehicle-pages.constants.ts';
import { isCharge } from '../engine/rules/coverage-schema.ts';
import type { RuleSet } from '../engine/rules/rule-set.ts';
import { mergeRates } from '../rates/merge-rates.ts';
import { createDayRates, type DayRates } from '../rates/rates.ts';
import { chooseRuleSet, listCountries, listInForce } from '../rule-sets/choose-rule-set.ts';
import type { PublishedRuleSet } from '../rule-sets/rule-set-store.ts';
import {
  calculateExample,
  describeFacts,
  type Example,
  toFormValues,
} from './example-calculation.ts';
import { type VehicleCategory, vehicleCategories } from './example-vehicles.ts';

/** The day of the exchange rates that come with the product: the pages change with a release. */
export const pagesDay = snapshot.date;

type Case = { ruleSet: RuleSet; country: string; category: VehicleCategory; example: Example };

/** One page for each country, and one for each category whose charges are like no other's there. */
export function listVehiclePages(ruleSets: readonly RuleSet[], day = pagesDay): VehiclePage[] {
  const rows = ruleSets.map((body, id) => ({ id, body }) as PublishedRuleSet);
  const rates = createDayRates(day, mergeRates([], day));
  const countries = listInForce(rows, day)
    .filter(({ body }) => body.kind === 'vehicle')
    .flatMap(({ body }) => listCountries(body));
  return [...new Set(countries)].sort().flatMap((country) => {
    const found = chooseRuleSet(rows, { kind: 'vehicle', country, date: day });
    return found ? listPages(found.body, country, rates) : [];
  });
}

function listPages(ruleSet: RuleSet, country: string, rates: DayRates): VehiclePage[] {
  const [first, ...others] = vehicleCategories.map((category): Case => {
    const example = calculateExample(ruleSet, country, category, rates);
    return { ruleSet, country, category, example };
  }) as [Case, ...Case[]];
  const known = new Set([toSignature(first)]);
  const differing = others.filter((one) => {
    const signature = toSignature(one);
    // Rules that know less of it than of the first one have nothing to add.
    if (known.has(signature) || countUnknown(one) > countUnknown(first)) return false;
    known.add(signature);
    return true;
  });
  return [
    toPage(first, null, rates),
    ...differing.map((one) => toPage(one, one.category.slug, rates)),
  ];
}

const listLines = ({ breakdown }: ResultWire) =>
  breakdown.filter(({ status }) => status !== 'notice');

/** Which charges apply, and at which rates. */
const toSignature = ({ example }: Case): string =>
  listLines(example.result)
    .map(({ code, status, rate_text: rate }) => `${code} ${status} ${rate}`)
    .join('\n');

const countUnknown = ({ example }: Case): number =>
  listLines(example.result).filter(({ status }) => status === 'unknown').length;

const withArticle = ['AE', 'DO', 'GB', 'NL', 'US'];

function composeTexts({ country, category: { name, label } }: Case, category: string | null) {
  const place = formatCountry(country);
  const there = withArticle.includes(country) ? `the ${place}` : place;
  if (category === null)
    return {
      title: `Import duty on vehicles: ${place}`,
      heading: `What it costs to import a vehicle into ${there}`,
      label: place,
      description: `Duty, excise, VAT and fees on vehicles imported into ${there}, with their sources and a worked example.`,
      lead: `What customs charge on a vehicle for ${there}, line by line: rates, sources, a worked example, and what is not known.`,
    };
  return {
    title: `Import duty on ${name}: ${place}`,
    heading: `What it costs to import ${name} into ${there}`,
    label: `${label}, ${place}`,
    description: `What customs in ${there} charge for ${name}: each line with its rate and source, and a worked example.`,
    lead: `In ${there}, ${name} is charged differently from a used petrol car. These are its charges.`,
  };
}

function toPage(one: Case, category: string | null, rates: DayRates): VehiclePage {
  const { ruleSet, country, example } = one;
  const { facts: input, result } = example;
  const sources = listSources(ruleSet, result);
  const readOn = sources.flatMap((source) => source.readOn ?? []).sort();
  return {
    path: vehiclePagePath(formatCountry(country), category),
    ...{ country, category, ...composeTexts(one, category), asOf: rates.day },
    rules: {
      title: ruleSet.title,
      from: ruleSet.effective_from,
      to: ruleSet.effective_to,
      reviewBy: ruleSet.review_by,
      readOn: readOn.at(-1) ?? null,
      currency: result.currency,
      basis: ruleSet.basis,
      isToBeVerified: ruleSet.verify ?? false,
    },
    example: {
      name: one.category.name,
      facts: describeFacts(input),
      values: toFormValues(input),
      value: result.customs_value && formatMoney(result.customs_value, result.currency),
      total: formatMoney(result.total_payments, result.currency),
      isMinimum: result.total_is_minimum,
    },
    lines: listLines(result).map((line) => toLine(line, sources)),
    notices: result.breakdown.flatMap(({ status, text }) =>
      status === 'notice' && text ? [text] : [],
    ),
    unknown: listUnknown(ruleSet, result, rates.day),
    rates: result.exchange_rates.map(({ from, to, rate, date, source }) => ({
      ...{ from, to, rate, date, source },
    })),
    sources,
  };
}

type Line = ResultWire['breakdown'][number];

function toLine(line: Line, sources: VehiclePage['sources']): VehiclePageLine {
  const titles = new Set(line.sources?.map(({ title }) => title));
  return {
    label: line.label,
    category: line.category,
    rate: line.status === 'unknown' ? null : line.rate_text,
    amount: line.amount === null ? null : formatMoney(line.amount, line.currency),
    isMinimum: line.at_least,
    status: line.status === 'notice' ? 'known' : line.status,
    text: line.text,
    sources: sources.flatMap(({ title }, at) => (titles.has(title) ? [at + 1] : [])),
  };
}

/** Of the lines of the example, each once. */
function listSources({ sources }: RuleSet, result: ResultWire): VehiclePage['sources'] {
  const used = new Set(
    listLines(result)
      .flatMap((line) => line.sources ?? [])
      .map(({ title }) => title),
  );
  const titles = new Set<string>();
  return sources
    .filter(({ title }) => used.has(title) && !titles.has(title) && titles.add(title))
    .map((source) => ({
      title: source.title,
      reference: source.reference ?? null,
      url: source.url ?? null,
      confidence: source.confidence,
      readOn: source.retrieved_at ?? null,
    }));
}

const unknownMax = 12;

/** The unknown lines of the example, then what the rules say that they do not know elsewhere. */
function listUnknown(ruleSet: RuleSet, result: ResultWire, day: string): [string, string][] {
  const labels = new Map(
    ruleSet.steps.flatMap((step) => ('label' in step ? [[step.code, step.label] as const] : [])),
  );
  const lineTexts = listLines(result)
    .filter(({ status }) => status === 'unknown')
    .map(({ label, text }): [string, string] => [label, text ?? 'Its amount is not known.']);
  const elsewhere = ruleSet.coverage
    .filter(isCharge)
    .filter(({ valid_from: from, valid_to: to }) => (from ?? day) <= day && day <= (to ?? day))
    .map(({ charge, label, text }): [string, string] => [
      label ?? labels.get(charge) ?? 'Another charge',
      text,
    ]);
  const byText = new Map([...lineTexts, ...elsewhere].map((one) => [one[1], one]));
  return [...byText.values()].slice(0, unknownMax);
}
