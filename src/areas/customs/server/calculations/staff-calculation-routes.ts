import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
import { wireKinds } from '../../wire/calculations.constants.ts';
import * as contract from '../../wire/customer-calculations.ts';
import type { Customs } from '../customs.ts';
import { listHistory, readCalculationForStaff } from './find-calculations.ts';

const toKind = (kind: string) => (kind === wireKinds.goods ? 'goods' : 'vehicle');

export function calculationStaffRoutes(api: Api, customs: Customs): void {
  const { SITE_URL: siteUrl } = api.kernel.config;
  mount(api, contract.listCustomerCalculations, async ({ db, query, request }) => {
    const page = toPageRequest(query);
    const kind = query.kind && toKind(query.kind);
    const { results, total } = await listHistory(db, { accountId: Number(query.user), kind }, page);
    return respond(200, toPage({ siteUrl, url: request.url }, page, total, results));
  });
  mount(api, contract.readCustomerCalculation, async ({ db, params }) =>
    respond(200, await readCalculationForStaff(customs, db, params.id)),
  );
}
