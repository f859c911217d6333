import type { Api } from '#server/http/api.ts';
import { answer, mount } from '#server/http/mount.ts';
import { pageRequestOf, toPage } from '#server/http/pages.ts';
import * as contract from '../contract.ts';
import { listAdjustments } from './adjustment-store.ts';
import {
  approveAdjustment,
  proposeAdjustment,
  readAdjustment,
  rejectAdjustment,
  showAdjustment,
} from './adjustments.ts';
import type { Payments } from './payments.ts';

export function adjustmentRoutes(api: Api, payments: Payments): void {
  const { config, database } = payments.kernel;
  mount(api, contract.listAdjustments, async ({ query, request }) => {
    const page = pageRequestOf(query);
    const { rows, total } = await listAdjustments(database.read, query, page);
    const shown = await Promise.all(rows.map((row) => showAdjustment(database.read, row)));
    return answer(200, toPage({ siteUrl: config.SITE_URL, url: request.url }, page, total, shown));
  });
  mount(api, contract.readAdjustment, async ({ params }) =>
    answer(200, await readAdjustment(payments, params.uuid)),
  );
  mount(api, contract.proposeAdjustment, async ({ body, ...by }) =>
    answer(201, await proposeAdjustment(payments, by, body)),
  );
  mount(api, contract.approveAdjustment, async ({ params, body, ...by }) =>
    answer(200, await approveAdjustment(payments, by, params.uuid, body.note)),
  );
  mount(api, contract.rejectAdjustment, async ({ params, body, ...by }) =>
    answer(200, await rejectAdjustment(payments, by, params.uuid, body.note)),
  );
}
