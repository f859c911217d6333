import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { respondCsv } from '#kernel/http/responses/csv-response.ts';
import * as contract from '../../wire/batches/batches.ts';
import type { Customs } from '../customs.ts';
import * as batchStore from './batch-store.ts';
import { cancelBatch, createBatch, deleteBatch, findOwnBatch, previewBatch } from './batches.ts';
import { exportEntries, serializeBatch, serializeEntry } from './serialize-batch.ts';

export function batchRoutes(api: Api, customs: Customs): void {
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
  mount(api, contract.listBatches, ({ db, actor, query, request }) =>
    respondPage(
      api,
      { query, request },
      (page) => batchStore.listBatches(db, actor.accountId, page),
      (rows) => rows.map(serializeBatch),
    ),
  );
  mount(api, contract.readBatch, async ({ db, actor, params }) =>
    respond(200, serializeBatch(await findOwnBatch(db, actor, params.id))),
  );
  mount(api, contract.readBatchResult, async ({ db, actor, params, query, request }) => {
    const { id: batchId } = await findOwnBatch(db, actor, params.id);
    const filter = { batchId, status: query.status };
    if (query.format === 'csv')
      return respondCsv(`customs-batch-${batchId}`, exportEntries(db, filter));
    return respondPage(
      api,
      { query, request },
      (page) => batchStore.listEntries(db, filter, page),
      (rows) => rows.map(serializeEntry),
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
