// An imported tariff is used only once it is published: by two people of staff, or by the operator
// on the command line, whose word counts alone and is recorded as such. A version that was never
// published may be discarded.
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import {
  otherPersonNeeded,
  tariffInvalidState,
  tariffNotApproved,
} from '../../../wire/tariffs/tariff-versions.ts';
import type { TariffAction, TariffStatus } from '../../../wire/tariffs/tariffs.constants.ts';
import type { Customs } from '../../customs.ts';
import { serializeTariffDetails, serializeTariffVersions } from './serialize-tariff.ts';
import * as versionStore from './tariff-version-store.ts';

const operatorNote = 'By the operator on the command line';

export type ChangeContext = { actor: Actor; audit: Audit };

export async function listCustomsTariffVersions(
  { kernel, tariffs }: Customs,
  db: Db,
  filter: { status?: TariffStatus | undefined },
  page: PageRequest,
) {
  // Stores the starter set if that has not happened yet.
  await tariffs.all();
  const { rows, total } = await versionStore.listVersions(db, filter, page);
  return { rows: await serializeTariffVersions(db, kernel.config, rows), total };
}

const parseId = (id: string): number => (/^\d{1,9}$/.test(id) ? Number(id) : 0);

/** Throws 404. */
export async function findTariffVersion(db: Db, id: string) {
  const version = await versionStore.findVersion(db, parseId(id));
  if (!version) throw apiError(commonErrors.notFound);
  return version;
}

export const readTariffVersion = async (customs: Customs, db: Db, id: string) =>
  readDetails(customs, db, await findTariffVersion(db, id));

const readDetails = async ({ kernel }: Customs, db: Db, version: versionStore.TariffVersion) =>
  serializeTariffDetails(db, kernel.config, {
    version,
    events: await versionStore.listEvents(db, version.id),
    problems: await versionStore.findProblems(db, version.id),
  });

/** The first of two people. Repeating it changes nothing. */
export async function approveTariff(customs: Customs, tx: Tx, context: ChangeContext, id: string) {
  const before = await lockImported(tx, id);
  const { accountId } = context.actor;
  if (before.approved_by !== accountId) {
    await versionStore.updateVersion(tx, before.id, { approved_by: accountId });
    await recordEvent(customs.kernel, tx, { version: before, action: 'approved', accountId });
  }
  await recordAudit(tx, context, before, 'approved');
  return readTariffVersion(customs, tx, id);
}

/** The second of two people. */
export async function publishTariff(customs: Customs, tx: Tx, context: ChangeContext, id: string) {
  const before = await lockImported(tx, id);
  const { accountId } = context.actor;
  if (before.approved_by === null) throw apiError(tariffNotApproved);
  if (before.approved_by === accountId) throw apiError(otherPersonNeeded);
  await publish(customs.kernel, tx, before, accountId);
  await recordAudit(tx, context, before, 'published');
  customs.kernel.work.afterCommit(tx, () => customs.tariffs.clear());
  return readTariffVersion(customs, tx, id);
}

/** On the command line. Throws an error for the operator. */
export async function publishByOperator(
  kernel: Pick<Kernel, 'clock'>,
  tx: Tx,
  id: number,
): Promise<void> {
  const before = await versionStore.lockVersion(tx, id);
  if (!before) throw new Error(await versionStore.describeMissing(tx, id));
  if (before.status !== 'imported') throw new Error(`Version ${id} is ${before.status} already.`);
  await publish(kernel, tx, before, null);
}

/**
 * On the command line: deletes a version that was never published. Its events stay. Throws an error
 * for the operator.
 */
export async function discardByOperator(
  kernel: Pick<Kernel, 'clock'>,
  tx: Tx,
  id: number,
): Promise<void> {
  const version = await versionStore.lockVersion(tx, id);
  if (!version) throw new Error(await versionStore.describeMissing(tx, id));
  const { status, source, jurisdiction, file_name, sha256 } = version;
  if (status !== 'imported')
    throw new Error(`Version ${id} is ${status}: only one never published can be discarded.`);
  await versionStore.deleteVersion(tx, id);
  const what = `${source} of ${jurisdiction}, file ${file_name}, sha256 ${sha256}`;
  const note = `${operatorNote}: ${what}`;
  await recordEvent(kernel, tx, { version, action: 'discarded', accountId: null, note });
}

async function publish(
  kernel: Pick<Kernel, 'clock'>,
  tx: Tx,
  version: versionStore.TariffVersion,
  accountId: number | null,
): Promise<void> {
  await versionStore.lockPublishing(tx);
  await versionStore.updateVersion(tx, version.id, {
    status: 'published',
    published_at: kernel.clock.now(),
    published_by: accountId,
  });
  await recordEvent(kernel, tx, {
    version,
    action: 'published',
    accountId,
    note: accountId === null ? operatorNote : '',
  });
  for (const older of await versionStore.supersedeOlder(tx, version))
    await recordEvent(kernel, tx, {
      version: { id: older },
      action: 'superseded',
      accountId,
      note: `By version ${version.id}`,
    });
}

type TariffChange = {
  version: Pick<versionStore.TariffVersion, 'id'>;
  action: TariffAction;
  accountId: number | null;
  note?: string;
};

const recordEvent = (
  { clock }: Pick<Kernel, 'clock'>,
  tx: Tx,
  { version, action, accountId, note = '' }: TariffChange,
) =>
  versionStore.insertEvent(tx, {
    tariff_id: version.id,
    action,
    account_id: accountId,
    note,
    created_at: clock.now(),
  });

const recordAudit = (
  tx: Tx,
  { audit }: ChangeContext,
  { id, source, jurisdiction, sha256, effective_from }: versionStore.TariffVersion,
  action: TariffAction,
) =>
  audit.record(tx, {
    type: 'customs_tariff',
    id,
    after: { source, jurisdiction, sha256, effective_from, action },
  });

/** Throws 404, and 400 for a version that is published already. */
async function lockImported(tx: Tx, id: string): Promise<versionStore.TariffVersion> {
  const before = await versionStore.lockVersion(tx, parseId(id));
  if (!before) throw apiError(commonErrors.notFound);
  if (before.status !== 'imported')
    throw apiError(tariffInvalidState, { current_status: before.status });
  return before;
}
