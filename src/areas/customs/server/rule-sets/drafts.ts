// Publishing rules without a deployment: drafted, validated, reviewed by another person, published.
// Only the rules of a draft change, so what was reviewed is what is published.

import type { Db, Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type {
  RuleSetAction,
  RuleSetStatus,
} from '../../wire/rule-sets/rule-set-versions.constants.ts';
import {
  type RuleSetVersionDetailsWire,
  ruleSetInvalidState,
  ruleSetNotPublishable,
  secondPersonNeeded,
} from '../../wire/rule-sets/rule-set-versions.ts';
import type { Customs } from '../customs.ts';
import type { RuleSet } from '../engine/rules/rule-set.ts';
import { requestRecalculation } from '../recalculations/recalculate.ts';
import { digestRules, parseRuleSet } from './rule-files.ts';
import { findRuleSets, listPublishedIds, supersedeOlder } from './rule-set-store.ts';
import { serializeVersionDetails, serializeVersions } from './serialize-version.ts';
import type { PublishingValidation } from './validate-for-publishing.ts';
import * as versionStore from './version-store.ts';

export type ChangeContext = { actor: Actor; audit: Audit };
export type DraftInput = { rules: Record<string, unknown>; note: string };
export async function listVersions(
  { kernel, ruleSets }: Customs,
  db: Db,
  filter: versionStore.VersionFilter,
  page: PageRequest,
) {
  // Publishes the sets of the repository if that has not happened yet.
  await ruleSets.all();
  const { rows, total } = await versionStore.listVersions(db, filter, page);
  return { rows: await serializeVersions(db, kernel.config, rows), total };
}

const parseId = (id: string): number => (/^\d{1,9}$/.test(id) ? Number(id) : 0);

/** Throws 404. */
export async function findVersion(db: Db, id: string): Promise<versionStore.VersionRow> {
  const row = await versionStore.findVersion(db, parseId(id));
  if (!row) throw apiError(commonErrors.notFound);
  return row;
}

export const readVersion = async (customs: Customs, db: Db, id: string) =>
  readDetails(customs, db, await findVersion(db, id));

async function readDetails(
  { kernel }: Customs,
  db: Db,
  row: versionStore.VersionRow,
): Promise<RuleSetVersionDetailsWire> {
  return serializeVersionDetails(db, kernel.config, row, await versionStore.listEvents(db, row.id));
}

/** Throws 400 with every problem of the shape. */
function readRules({ rules }: DraftInput): RuleSet {
  const { ruleSet, problems } = parseRuleSet(rules);
  if (!ruleSet) throw new InvalidInput({ rules: problems });
  return ruleSet;
}

const versionExistsError = (last: number) =>
  new InvalidInput({ rules: [`version: the last one is ${last}, the next one is ${last + 1}`] });

const toColumns = (body: RuleSet) => ({
  set_id: body.id,
  version: body.version,
  kind: body.kind,
  body: JSON.stringify(body),
  digest: digestRules(body),
});

export async function draftVersion(
  customs: Customs,
  context: ChangeContext,
  draft: DraftInput,
  write: LastWrite<RuleSetVersionDetailsWire>,
) {
  const body = readRules(draft);
  // The sets of the repository take their version numbers first.
  await customs.ruleSets.all();
  const { clock } = customs.kernel;
  return write(async (tx) => {
    const last = await versionStore.readLastVersion(tx, body.id);
    if (body.version <= last) throw versionExistsError(last);
    const values = { ...toColumns(body), status: 'draft', drafted_by: context.actor.accountId };
    const draftRow = await versionStore.insertVersion(tx, { ...values, created_at: clock.now() });
    if (!draftRow) throw versionExistsError(body.version);
    await recordChange(customs, tx, context, draftRow, 'drafted', draft.note);
    return readDetails(customs, tx, draftRow);
  });
}

/** Set and version of a draft cannot change. */
export async function changeDraft(
  customs: Customs,
  tx: Tx,
  context: ChangeContext,
  id: string,
  draft: DraftInput,
) {
  const body = readRules(draft);
  const before = await lockInStatus(tx, id, ['draft']);
  if (body.id !== before.set_id || body.version !== before.version)
    throw new InvalidInput({
      rules: [`id, version: this draft is ${before.set_id}@${before.version}`],
    });
  const values = { ...toColumns(body), drafted_by: context.actor.accountId };
  const changed = await versionStore.updateVersion(tx, before.id, values);
  await recordChange(customs, tx, context, changed, 'changed', draft.note);
  return readDetails(customs, tx, changed);
}

export const validateVersion = async (
  customs: Customs,
  db: Db,
  id: string,
): Promise<PublishingValidation> => validateRow(customs, db, await findVersion(db, id));

async function validateRow(
  { ruleSetChecker }: Customs,
  db: Db,
  row: versionStore.VersionRow,
): Promise<PublishingValidation> {
  const published = await findRuleSets(db, [0, ...(await listPublishedIds(db))]);
  return ruleSetChecker.validate(
    row.body,
    published.filter(({ id }) => id !== row.id).map(({ body }) => body),
  );
}

async function assertPublishable(
  customs: Customs,
  db: Db,
  row: versionStore.VersionRow,
): Promise<void> {
  const { problems } = await validateRow(customs, db, row);
  if (problems.length > 0) throw apiError(ruleSetNotPublishable, { problems });
}

/** Before a transaction, so that it need not wait for them. */
async function runExamples({ kernel, ruleSetChecker }: Customs, id: string): Promise<void> {
  const { body } = await kernel.work.read((db) => findVersion(db, id));
  await ruleSetChecker.runExamples(body);
}

export type ReviewInput = { decision: 'approve' | 'return'; note: string };

/** An author of any part of a version cannot approve it. */
export async function reviewDraft(
  customs: Customs,
  context: ChangeContext,
  id: string,
  review: ReviewInput,
  write: LastWrite<RuleSetVersionDetailsWire>,
) {
  if (review.decision === 'return')
    return write((tx) => returnDraft(customs, tx, context, id, review));
  await runExamples(customs, id);
  return write((tx) => approveDraft(customs, tx, context, id, review));
}

async function returnDraft(
  customs: Customs,
  tx: Tx,
  context: ChangeContext,
  id: string,
  { note }: ReviewInput,
) {
  const before = await lockInStatus(tx, id, ['draft', 'reviewed']);
  const values = { status: 'draft', reviewed_by: null };
  const returned = await versionStore.updateVersion(tx, before.id, values);
  await recordChange(customs, tx, context, returned, 'returned', note);
  return readDetails(customs, tx, returned);
}

async function approveDraft(
  customs: Customs,
  tx: Tx,
  context: ChangeContext,
  id: string,
  { note }: ReviewInput,
) {
  const before = await lockInStatus(tx, id, ['draft']);
  const { accountId } = context.actor;
  const events = await versionStore.listEvents(tx, before.id);
  const wrote = events.filter(({ action }) => action === 'drafted' || action === 'changed');
  if (wrote.some(({ account_id }) => account_id === accountId)) throw apiError(secondPersonNeeded);
  await assertPublishable(customs, tx, before);
  const values = { status: 'reviewed', reviewed_by: accountId };
  const approved = await versionStore.updateVersion(tx, before.id, values);
  await recordChange(customs, tx, context, approved, 'approved', note);
  return readDetails(customs, tx, approved);
}

/** Validates once more: other published sets may have changed since the review. */
export async function publishVersion(
  customs: Customs,
  context: ChangeContext,
  id: string,
  write: LastWrite<RuleSetVersionDetailsWire>,
) {
  await runExamples(customs, id);
  return write((tx) => publishReviewed(customs, tx, context, id));
}

async function publishReviewed(customs: Customs, tx: Tx, context: ChangeContext, id: string) {
  const before = await lockInStatus(tx, id, ['reviewed']);
  await versionStore.lockPublishing(tx);
  await assertPublishable(customs, tx, before);
  const { work, clock } = customs.kernel;
  const values = { status: 'published', published_at: clock.now() };
  const published = await versionStore.updateVersion(tx, before.id, values);
  await recordChange(customs, tx, context, published, 'published', '');
  for (const older of await supersedeOlder(tx, before.id, before.body)) {
    const superseded = (await versionStore.findVersion(tx, older))!;
    const note = `By version ${before.version}.`;
    await insertChangeEvent(customs, tx, context, superseded, 'superseded', note);
  }
  await requestRecalculation(customs, tx, {
    ...{ id: before.set_id, version: before.version, body: before.body },
  });
  work.afterCommit(tx, () => customs.ruleSets.clear());
  return readDetails(customs, tx, published);
}

const invalidStateError = ({ status }: versionStore.VersionRow) =>
  apiError(ruleSetInvalidState, { current_status: status });

/** Locks a version for a change. Throws 400 unless its status is one of these. */
async function lockInStatus(
  tx: Tx,
  id: string,
  statuses: readonly RuleSetStatus[],
): Promise<versionStore.VersionRow> {
  const before = await versionStore.lockVersion(tx, parseId(id));
  if (!before) throw apiError(commonErrors.notFound);
  if (!statuses.includes(before.status)) throw invalidStateError(before);
  return before;
}

const insertChangeEvent = (
  { kernel }: Customs,
  tx: Tx,
  { actor }: ChangeContext,
  row: versionStore.VersionRow,
  action: RuleSetAction,
  note: string,
) =>
  versionStore.insertEvent(tx, {
    rule_set_id: row.id,
    action,
    account_id: actor.accountId,
    note,
    digest: row.digest,
    created_at: kernel.clock.now(),
  });

async function recordChange(
  customs: Customs,
  tx: Tx,
  context: ChangeContext,
  row: versionStore.VersionRow,
  action: RuleSetAction,
  note: string,
): Promise<void> {
  await insertChangeEvent(customs, tx, context, row, action, note);
  const { set_id, version, status, digest } = row;
  const after = { set_id, version, status, digest, action };
  await context.audit.record(tx, { type: 'customs_rule_set', id: row.id, after });
}
