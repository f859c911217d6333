// Rules without a deployment: drafted, proved, reviewed by somebody else, published. What was
// reviewed is what is published: only a draft's rules change.

import type { Db, Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import {
  type RuleSetVersionDetailsWire,
  ruleSetDecided,
  ruleSetNotPublishable,
  secondPersonNeeded,
} from '../staff-contract.ts';
import type { Customs } from './customs.ts';
import * as store from './draft-store.ts';
import { toDetails, toWires } from './draft-wire.ts';
import type { RuleSet } from './engine/rule-set.ts';
import { type Proof, prove } from './prove.ts';
import { parseRuleSet } from './rule-files.ts';
import { findRuleSets, listPublishedIds, supersedeOlder } from './rule-set-store.ts';
import { digestOf } from './rule-sets.ts';

export type By = { actor: Actor; audit: Audit };
export type Draft = { rules: Record<string, unknown>; note: string };
type Status = 'draft' | 'reviewed' | 'published' | 'superseded';
type Action = 'drafted' | 'changed' | 'approved' | 'returned' | 'published' | 'superseded';

const rulesOf = (row: store.VersionRow) => row.body as unknown as RuleSet;

export async function listVersions(
  { kernel, ruleSets }: Customs,
  db: Db,
  filter: store.VersionFilter,
  page: PageRequest,
) {
  // The sets of the repository stand in the database from the first question on.
  await ruleSets.all();
  const { rows, total } = await store.listVersions(db, filter, page);
  return { results: await toWires(db, kernel.config, rows), total };
}

const idOf = (id: string): number => (/^\d{1,9}$/.test(id) ? Number(id) : 0);

/** Throws 404. */
export async function findVersion(db: Db, id: string): Promise<store.VersionRow> {
  const row = await store.findVersion(db, idOf(id));
  if (!row) throw apiError(commonErrors.notFound);
  return row;
}

export const readVersion = async (customs: Customs, db: Db, id: string) =>
  show(customs, db, await findVersion(db, id));

async function show(
  { kernel }: Customs,
  db: Db,
  row: store.VersionRow,
): Promise<RuleSetVersionDetailsWire> {
  return toDetails(db, kernel.config, row, await store.listEvents(db, row.id));
}

/** Throws 400 with every problem of the shape, or with the version that comes next. */
function readRules({ rules }: Draft): RuleSet {
  const { ruleSet, problems } = parseRuleSet(rules);
  if (!ruleSet) throw new InvalidInput({ rules: problems });
  return ruleSet;
}

const versionTaken = (last: number) =>
  new InvalidInput({ rules: [`version: the last one is ${last}, the next one is ${last + 1}`] });

const columnsOf = (body: RuleSet) => ({
  set_id: body.id,
  version: body.version,
  kind: body.kind,
  body: JSON.stringify(body),
  digest: digestOf(body),
});

export async function draftVersion(customs: Customs, by: By, draft: Draft) {
  const body = readRules(draft);
  // The sets of the repository have their versions first.
  await customs.ruleSets.all();
  const { work, clock } = customs.kernel;
  return work.write(async (tx) => {
    const last = await store.lastVersionOf(tx, body.id);
    if (body.version <= last) throw versionTaken(last);
    const values = { ...columnsOf(body), status: 'draft', drafted_by: by.actor.accountId };
    const made = await store.insertVersion(tx, { ...values, created_at: clock.now() });
    if (!made) throw versionTaken(body.version);
    await note(customs, tx, by, made, 'drafted', draft.note);
    return show(customs, tx, made);
  });
}

/** The draft keeps its set and its version. */
export async function changeDraft(customs: Customs, tx: Tx, by: By, id: string, draft: Draft) {
  const body = readRules(draft);
  const before = await lockAt(tx, id, ['draft']);
  if (body.id !== before.set_id || body.version !== before.version)
    throw new InvalidInput({
      rules: [`id, version: this draft is ${before.set_id}@${before.version}`],
    });
  const values = { ...columnsOf(body), drafted_by: by.actor.accountId };
  const changed = await store.updateVersion(tx, before.id, values);
  await note(customs, tx, by, changed, 'changed', draft.note);
  return show(customs, tx, changed);
}

export const proveVersion = async (db: Db, id: string): Promise<Proof> =>
  proveRow(db, await findVersion(db, id));

async function proveRow(db: Db, row: store.VersionRow): Promise<Proof> {
  const published = await findRuleSets(db, [0, ...(await listPublishedIds(db))]);
  return prove(
    rulesOf(row),
    published.filter(({ id }) => id !== row.id).map(({ body }) => body),
  );
}

export async function refuseUnproved(db: Db, row: store.VersionRow): Promise<void> {
  const { problems } = await proveRow(db, row);
  if (problems.length > 0) throw apiError(ruleSetNotPublishable, { problems });
}

export type Review = { decision: 'approve' | 'return'; note: string };

/** Nobody approves what they wrote themselves, not even a part of it. */
export async function reviewDraft(customs: Customs, tx: Tx, by: By, id: string, review: Review) {
  const before = await lockAt(tx, id, ['draft', 'reviewed']);
  if (review.decision === 'return') {
    const values = { status: 'draft', reviewed_by: null };
    const returned = await store.updateVersion(tx, before.id, values);
    await note(customs, tx, by, returned, 'returned', review.note);
    return show(customs, tx, returned);
  }
  const { accountId } = by.actor;
  if (before.status !== 'draft') throw decided(before);
  const events = await store.listEvents(tx, before.id);
  const wrote = events.filter(({ action }) => action === 'drafted' || action === 'changed');
  if (wrote.some(({ account_id }) => account_id === accountId)) throw apiError(secondPersonNeeded);
  await refuseUnproved(tx, before);
  const values = { status: 'reviewed', reviewed_by: accountId };
  const approved = await store.updateVersion(tx, before.id, values);
  await note(customs, tx, by, approved, 'approved', review.note);
  return show(customs, tx, approved);
}

/** Proved once more: what it stands beside may have changed since it was reviewed. */
export async function publishVersion(customs: Customs, tx: Tx, by: By, id: string) {
  const before = await lockAt(tx, id, ['reviewed']);
  await store.lockPublishing(tx);
  await refuseUnproved(tx, before);
  const { work, clock } = customs.kernel;
  const values = { status: 'published', published_at: clock.now() };
  const published = await store.updateVersion(tx, before.id, values);
  await note(customs, tx, by, published, 'published', '');
  for (const older of await supersedeOlder(tx, before.id, rulesOf(before))) {
    const superseded = (await store.findVersion(tx, older))!;
    const words = `By version ${before.version}.`;
    await addEvent(customs, tx, by, superseded, 'superseded', words);
  }
  work.afterCommit(tx, () => customs.ruleSets.forget());
  return show(customs, tx, published);
}

const decided = ({ status }: store.VersionRow) =>
  apiError(ruleSetDecided, { current_status: status as Status });

/** One change at a time, of a version that is at one of these stages. */
async function lockAt(tx: Tx, id: string, from: readonly Status[]): Promise<store.VersionRow> {
  const before = await store.lockVersion(tx, idOf(id));
  if (!before) throw apiError(commonErrors.notFound);
  if (!from.includes(before.status as Status)) throw decided(before);
  return before;
}

const addEvent = (
  { kernel }: Customs,
  tx: Tx,
  { actor }: By,
  row: store.VersionRow,
  action: Action,
  words: string,
) =>
  store.insertEvent(tx, {
    rule_set_id: row.id,
    action,
    account_id: actor.accountId,
    note: words,
    digest: row.digest,
    created_at: kernel.clock.now(),
  });

async function note(
  customs: Customs,
  tx: Tx,
  by: By,
  row: store.VersionRow,
  action: Action,
  words: string,
): Promise<void> {
  await addEvent(customs, tx, by, row, action, words);
  const { set_id, version, status, digest } = row;
  const after = { set_id, version, status, digest, action };
  await by.audit.note(tx, { type: 'customs_rule_set', id: row.id, after });
}
