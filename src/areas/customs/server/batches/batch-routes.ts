import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
import * as contract from '../../wire/batches.ts';
import type { Customs } from '../customs.ts';
import * as batchStore from './batch-store.ts';
import { cancelBatch, createBatch, deleteBatch, findOwnBatch, previewBatch } from './batches.ts';
import { exportEntries, serializeBatch, serializeEntry } from './serialize-batch.ts';

export function batchRoutes(api: Api, customs: Customs): void {
  const { SITE_URL: siteUrl } = api.kernel.config;
  const { quota, meter } = api;
  mount(api, contract.createBatch, async (call) => {
    const { actor, body, bytes, query, usage, lastWrite } = call;
    const { kind, format, file_name: fileName = '' } = body;
    const upload = { kind, format, fileName, bytes: bytes.file };
    if (query.preview === 'true') return respond(200, await previewBatch(usage, upload));
    // Its calculations are counted when they are made, not with this call.
    usage.count(0);
    const write = lastWrite((row: batchStore.BatchRow) => respond(201, serializeBatch(row)));
    const batch = await createBatch(customs, { quota, meter }, actor, upload, write);
    return respond(201, serializeBatch(batch));
  });
  mount(api, contract.listBatches, async ({ db, actor, query, request }) => {
    const page = toPageRequest(query);
    const { rows, total } = await batchStore.listBatches(db, actor.accountId, page);
    return respond(
      200,
      toPage({ siteUrl, url: request.url }, page, total, rows.map(serializeBatch)),
    );
  });
  mount(api, contract.readBatch, async ({ db, actor, params }) =>
    respond(200, serializeBatch(await findOwnBatch(db, actor, params.id))),
  );
  mount(api, contract.readBatchResult, async ({ db, actor, params, query, request }) => {
    const { id: batchId } = await findOwnBatch(db, actor, params.id);
    const filter = { batchId, status: query.status };
    if (query.format === 'csv')
      return respond(200, exportEntries(db, filter), {
        'content-disposition': `attachment; filename="customs-batch-${batchId}.csv"`,
      });
    const page = toPageRequest(query);
    const { rows, total } = await batchStore.listEntries(db, filter, page);
    return respond(
      200,
      toPage({ siteUrl, url: request.url }, page, total, rows.map(serializeEntry)),
    );
  });
  mount(api, contract.cancelBatch, async ({ db, actor, params }) => {
    const batch = await cancelBatch(customs, { quota, meter }, db, actor, params.id);
    return respond(200, serializeBatch(batch));
  });
  mount(api, contract.deleteBatch, async ({ db, actor, params }) => {
    await deleteBatch(customs, { quota, meter }, db, actor, params.id);
    return respond(204);
  });
}
