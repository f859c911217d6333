// Calculations of an account: made, kept, changed, compared, shared.

import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { Tx } from '#server/database/database.ts';
import type { Json } from '#server/database/schema.d.ts';
import { fail } from '#server/http/errors.ts';
import { newToken } from '#server/ids.ts';
import type { Actor } from '#server/ports.ts';
import type { StatedInput } from '../calculation-body.ts';
import type { CalculationWire, ResultWire } from '../calculation-schema.ts';
import { listDifferences } from '../differences.ts';
import { type Calculated, calculate, type KeptRate, type Kind } from './calculate.ts';
import * as store from './calculation-store.ts';
import { toHistoryRow, toLoose, toWire } from './calculation-wire.ts';
import type { Customs } from './customs.ts';
import { deleteCodesOf } from './saved-code-store.ts';

type Words = { title?: string | undefined; notes?: string | undefined };

/** Not kept, not counted: for the live total, the demo, and comparisons. */
export async function calculateLoosely(
  customs: Customs,
  kind: Kind,
  stated: StatedInput,
): Promise<CalculationWire> {
  return toLoose(kind, stated, await calculate(customs, kind, stated), customs.kernel.clock.now());
}

export async function calculateAndKeep(
  customs: Customs,
  actor: Actor,
  kind: Kind,
  stated: StatedInput,
  { isSaved, title = '', notes = '' }: { isSaved: boolean } & Words,
): Promise<CalculationWire> {
  const { database, clock, config } = customs.kernel;
  const calculated = await calculate(customs, kind, stated);
  const now = clock.now();
  const row = await store.insertCalculation(database.pool, {
    account_id: actor.accountId,
    kind,
    title,
    notes,
    is_saved: isSaved,
    created_at: now,
    updated_at: now,
    ...columnsOf(stated, calculated),
  });
  return toWire(row, config.SITE_URL);
}

/** The day is kept with the facts, so that the same inputs give the same result later. */
function columnsOf(
  stated: StatedInput,
  { ruleSet, date, regime, outcome, result, rates }: Calculated,
) {
  const items = (stated.items ?? []) as { hs_code: string }[];
  return {
    destination_country: stated.destination_country,
    regime,
    currency: outcome.currency,
    total: outcome.total.toFixed(),
    hs_codes: items.map(({ hs_code }) => hs_code),
    inputs: { ...stated, calculation_date: date } as Json,
    result: result as unknown as Json,
    rates: rates as Json,
    rule_set_id: ruleSet.id,
  };
}

const isId = (id: string): boolean => /^\d{1,9}$/.test(id);

/** Throws 404 for somebody else's, and for what is not a number. */
async function findOwn(customs: Customs, actor: Actor, kind: Kind, id: string) {
  const owner = { accountId: actor.accountId, kind };
  const { write } = customs.kernel.database;
  const row = isId(id) ? await store.findCalculation(write, owner, Number(id)) : undefined;
  if (!row) throw fail(commonErrors.notFound);
  return row;
}

/** Throws 404 for what somebody deleted meanwhile. */
function present(row: store.CalculationRow | undefined): store.CalculationRow {
  if (!row) throw fail(commonErrors.notFound);
  return row;
}

export const readCalculation = async (customs: Customs, actor: Actor, kind: Kind, id: string) =>
  toWire(await findOwn(customs, actor, kind, id), customs.kernel.config.SITE_URL);

/** For staff, whoever it belongs to. The notes are for their author alone. */
export async function readAnyCalculation(customs: Customs, id: string): Promise<CalculationWire> {
  const { database, config } = customs.kernel;
  const row = isId(id) ? await store.findAnyCalculation(database.read, Number(id)) : undefined;
  if (!row) throw fail(commonErrors.notFound);
  return { ...toWire(row, config.SITE_URL), notes: '' };
}

export const findForPdf = findOwn;

/** A run of the history becomes a kept one, as it was. */
export async function keepRun(
  customs: Customs,
  actor: Actor,
  kind: Kind,
  { from_history, title, notes }: { from_history: number } & Words,
): Promise<CalculationWire> {
  const row = await findOwn(customs, actor, kind, String(from_history));
  const { database, clock, config } = customs.kernel;
  const updated = await store.updateCalculation(database.write, row.id, {
    is_saved: true,
    updated_at: clock.now(),
    ...(title !== undefined && { title }),
    ...(notes !== undefined && { notes }),
  });
  return toWire(present(updated), config.SITE_URL);
}

type Change = { facts: Record<string, unknown>; isWhole: boolean; isOriginal: boolean } & Words;

/**
 * Words alone leave the result as it is. Facts calculate anew, with the rules and rates of the day,
 * or with those of the first time; the answer says what moved.
 */
export async function changeCalculation(
  customs: Customs,
  actor: Actor,
  kind: Kind,
  id: string,
  change: Change,
): Promise<CalculationWire> {
  const { facts, isWhole, isOriginal, title, notes } = change;
  const row = await findOwn(customs, actor, kind, id);
  const { database, clock, config } = customs.kernel;
  const now = clock.now();
  const words = { ...(title !== undefined && { title }), ...(notes !== undefined && { notes }) };
  if (!isWhole && Object.keys(facts).length === 0) {
    const updated = await store.updateCalculation(database.write, row.id, {
      ...words,
      updated_at: now,
    });
    return toWire(present(updated), config.SITE_URL);
  }
  const { calculation_date: _, ...kept } = row.inputs as StatedInput;
  const stated = { ...(isWhole ? {} : kept), ...facts } as StatedInput;
  const original = isOriginal ? await originalOf(customs, row) : undefined;
  if (isOriginal) stated.calculation_date = (row.inputs as StatedInput).calculation_date;
  const calculated = await calculate(customs, kind, stated, original);
  const times = { recalculated_at: now, updated_at: now };
  const values = { ...words, ...columnsOf(stated, calculated), ...times };
  const updated = await store.updateCalculation(database.write, row.id, values, row);
  // Somebody changed other facts meanwhile, which stay. A lock would hold a connection while rules
  // and rates wait for another one.
  if (!updated) return changeCalculation(customs, actor, kind, id, change);
  const changes = listDifferences(row.result as unknown as ResultWire, calculated.result);
  return { ...toWire(updated, config.SITE_URL), changes };
}

async function originalOf(customs: Customs, row: store.CalculationRow) {
  const ruleSet = await customs.ruleSets.byId(row.rule_set_id);
  return { ruleSet: ruleSet!, rates: row.rates as unknown as KeptRate[] };
}

export async function deleteCalculation(customs: Customs, actor: Actor, kind: Kind, id: string) {
  const row = await findOwn(customs, actor, kind, id);
  await store.deleteCalculation(customs.kernel.database.write, row.id);
}

/** Handles `account.deleted`: kept ones, their shared pages and saved codes go as well. */
export async function forgetAccount(tx: Tx, { accountId }: { accountId: number }): Promise<void> {
  await store.deleteCalculationsOf(tx, accountId);
  await deleteCodesOf(tx, accountId);
}

export async function listCalculations(
  customs: Customs,
  filter: store.CalculationFilter,
  page: PageRequest,
) {
  const { rows, total } = await store.listCalculations(customs.kernel.database.read, filter, page);
  const { SITE_URL } = customs.kernel.config;
  return { results: rows.map((row) => toWire(row, SITE_URL)), total };
}

export async function listHistory(
  customs: Customs,
  filter: store.CalculationFilter,
  page: PageRequest,
) {
  const { rows, total } = await store.listCalculations(customs.kernel.database.read, filter, page);
  return { results: rows.map((row) => ({ ...toHistoryRow(row), kind: row.kind as Kind })), total };
}

type Comparison = {
  base: StatedInput;
  scenarios: { label: string; changes: Record<string, unknown> }[];
};

/** Totals in dollars decide which is cheapest; one that is a minimum can't be the cheapest. */
export async function compareScenarios(
  customs: Customs,
  kind: Kind,
  { base, scenarios }: Comparison,
) {
  const results = await Promise.all(
    scenarios.map(async ({ label, changes }) => ({
      label,
      calculation: await calculateLoosely(customs, kind, { ...base, ...changes }),
    })),
  );
  const complete = results.filter(
    ({ calculation }) => !calculation.total_is_minimum && calculation.totals_in.USD !== undefined,
  );
  const worth = ({ calculation }: (typeof results)[number]) => Number(calculation.totals_in.USD);
  const cheapest = complete.toSorted((one, other) => worth(one) - worth(other))[0];
  return { results, cheapest: complete.length > 1 ? (cheapest?.label ?? null) : null };
}

/** The same link again for one that is shared already. */
export async function shareCalculation(customs: Customs, actor: Actor, kind: Kind, id: string) {
  const row = await findOwn(customs, actor, kind, id);
  const { database, config } = customs.kernel;
  const updated = await store.keepShareToken(database.write, row.id, newToken());
  return toWire(present(updated), config.SITE_URL);
}

export async function unshareCalculation(customs: Customs, actor: Actor, kind: Kind, id: string) {
  const row = await findOwn(customs, actor, kind, id);
  await store.updateCalculation(customs.kernel.database.write, row.id, { share_token: null });
}

/** For whoever has the link: nothing of the owner, and no way to the original. */
export async function readShared(customs: Customs, token: string): Promise<CalculationWire> {
  const row = await store.findShared(customs.kernel.database.read, token);
  if (!row) throw fail(commonErrors.notFound);
  const wire = toWire(row, customs.kernel.config.SITE_URL);
  return { ...wire, id: null, notes: '', pdf_url: null };
}
