// Calls of calculators on other sites. The key is public: its sites and its quota limit the use, and
// each calculation counts for its owner's plan. Nothing that a visitor enters is stored.
import { findAccount } from '#areas/accounts/server/index.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { fieldErrors, parseInput } from '#kernel/http/input/field-errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { dayMs } from '#lib/durations.ts';
import { formatCountry } from '#lib/format.ts';
import {
  type CalculationInput,
  goodsInput,
  vehicleInput,
} from '../../wire/calculations/calculation-inputs.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { embedCodesMax, fullResultPage, writeFacts } from '../../wire/embed/embed.constants.ts';
import {
  type EmbedCodesWire,
  type EmbedFormWire,
  type EmbedResultWire,
  embedKeyInvalid,
  embedOriginRefused,
  embedQuotaReached,
} from '../../wire/embed/embed.ts';
import { calculate } from '../calculations/calculate.ts';
import { listUnknownFields } from '../calculations/result/unused-fields.ts';
import type { Customs } from '../customs.ts';
import { searchCodesToCalculate } from '../hs-codes/search-hs-codes.ts';
import { listCountries, listInForce } from '../rule-sets/choose-rule-set.ts';
import { serializeRuleSet } from '../rule-sets/serialize-rule-set.ts';
import {
  type EmbedKeyRow,
  findKeyByPublicKey,
  returnCalculation,
  takeCalculation,
} from './embed-key-store.ts';

/** `self`: a page of ours, where owners look at it. Null if the browser names none. */
export type CallingSite = string | 'self' | null;

/** Browsers send no `Origin` with a GET request to the page's own site. */
export function readSite(headers: Readonly<Record<string, unknown>>): CallingSite {
  if (typeof headers.origin === 'string') return headers.origin;
  return headers['sec-fetch-site'] === 'same-origin' ? 'self' : null;
}

export type EmbedCaller = { key: EmbedKeyRow; actor: Actor; site: string };

/** Throws for an unknown or revoked key, another site, and a suspended owner. */
export async function findEmbedCaller(
  { kernel }: Customs,
  publicKey: string,
  site: CallingSite,
): Promise<EmbedCaller> {
  const found = await kernel.work.read(async (db) => {
    const key = await findKeyByPublicKey(db, publicKey);
    const account = key && (await findAccount(db, key.account_id));
    return key && account && { key, status: account.status };
  });
  if (!found || found.key.revoked_at || found.status === 'deleted') throw apiError(embedKeyInvalid);
  const { key } = found;
  const ownSite = new URL(kernel.config.SITE_URL).origin;
  const calling = site === 'self' ? ownSite : site;
  if (calling === null || ![...key.origins, ownSite].includes(calling))
    throw apiError(embedOriginRefused, { origin: calling });
  if (found.status === 'suspended') throw apiError(embedKeyInvalid);
  const actor: Actor = { accountId: key.account_id, roles: [], status: 'active', via: 'key' };
  return { key, actor, site: calling };
}

/** The countries, and the questions that the rules of one of them ask. */
export async function readEmbedForm(
  customs: Customs,
  { kind, country }: { kind: ImportKind; country?: string | undefined },
): Promise<EmbedFormWire> {
  const today = customs.today();
  const sets = listInForce(await customs.ruleSets.all(), today)
    .map(({ body }) => body)
    .filter((body) => body.kind === kind);
  const countries = [...new Set(sets.flatMap((body) => listCountries(body)))].map((code) => ({
    code,
    name: formatCountry(code),
  }));
  return {
    countries: countries.sort((one, other) => one.name.localeCompare(other.name, 'en')),
    rule_sets: sets
      .filter((body) => country !== undefined && listCountries(body).includes(country))
      .map((body) => serializeRuleSet(body, today)),
  };
}

/** The best matches. An empty search finds nothing. */
export async function searchEmbedCodes(
  customs: Customs,
  { search, country }: { search: string; country?: string | undefined },
): Promise<EmbedCodesWire> {
  if (search.trim() === '') return { results: [], count: 0 };
  const page = { page: 1, pageSize: embedCodesMax, offset: 0 };
  const { results, total } = await customs.kernel.work.read((db) =>
    searchCodesToCalculate(customs, db, { search, country }, page),
  );
  return {
    results: results.map(({ code, description, path, is_declarable, duty }) => ({
      ...{ code, description, path, is_declarable, duty },
    })),
    count: total.count,
  };
}

const inputs = { vehicle: vehicleInput, goods: goodsInput };

/** Throws 400 by field, like the body of a calculation. */
function readFacts(kind: ImportKind, text: string): { raw: unknown; input: CalculationInput } {
  const raw = parseJson(text);
  const read = parseInput<CalculationInput>(inputs[kind], raw);
  if (!read.success) throw new InvalidInput(fieldErrors(read.issues));
  return { raw, input: read.data };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidInput({ facts: ['Enter a JSON object.'] });
  }
}

export async function calculateEmbedded(
  customs: Customs,
  kind: ImportKind,
  text: string,
): Promise<EmbedResultWire> {
  const { raw, input } = readFacts(kind, text);
  const unknownFields = listUnknownFields(raw, input);
  const { result, date } = await calculate(customs, { kind, input, unknownFields });
  const fullResult = new URL(
    `${fullResultPage}${writeFacts(raw as object)}`,
    customs.kernel.config.SITE_URL,
  );
  return {
    status: result.status,
    currency: result.currency,
    customs_value: result.customs_value,
    total_payments: result.total_payments,
    total_is_minimum: result.total_is_minimum,
    total_most: result.total_most,
    landed_cost: result.landed_cost,
    landed_cost_most: result.landed_cost_most,
    questions: result.questions,
    breakdown: result.breakdown,
    rates_status: result.rates_status,
    rule_set: result.rule_set,
    warnings: result.warnings,
    missing: result.missing,
    calculation_date: date,
    // The calculator on that page is the one for vehicles.
    full_result_url: kind === 'vehicle' ? fullResult.href : null,
  };
}

/** Counts a calculation for the day before it starts, and returns it if `act` fails. */
export async function withinDailyQuota<T>(
  customs: Customs,
  key: EmbedKeyRow,
  act: () => Promise<T>,
): Promise<T> {
  const { work, clock } = customs.kernel;
  const day = customs.today();
  if (!(await work.write((tx) => takeCalculation(tx, key, day)))) {
    const seconds = Math.ceil((Date.parse(day) + dayMs - clock.now().getTime()) / 1000);
    throw apiError(embedQuotaReached, { limit: key.daily_quota, retry_after: seconds });
  }
  try {
    return await act();
  } catch (error) {
    await work.write((tx) => returnCalculation(tx, key.id, day));
    throw error;
  }
}
