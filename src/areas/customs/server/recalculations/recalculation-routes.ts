import type { Api } from '#kernel/http/api.ts';
import { mount } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { Decimal } from '#lib/decimal.ts';
import { importKinds } from '../../wire/calculations/calculations.constants.ts';
import {
  listGoodsRecalculations,
  listVehicleRecalculations,
  type RecalculationWire,
} from '../../wire/calculations/recalculations.ts';
import { findOwnCalculation } from '../calculations/find-calculations.ts';
import { moneyText } from '../calculations/result/serialize-result.ts';
import { listRecalculations, type RecalculationRow } from './recalculation-store.ts';

const calls = { goods: listGoodsRecalculations, vehicle: listVehicleRecalculations };

const formatTotal = (total: string | null, currency: string | null) =>
  total === null || currency === null ? null : moneyText(new Decimal(total), currency);

const serializeRecalculation = (row: RecalculationRow, since: Date | null): RecalculationWire => ({
  id: row.id,
  status_before: row.status_before,
  status_after: row.status_after,
  total_before: formatTotal(row.total_before, row.currency_before),
  total_after: formatTotal(row.total_after, row.currency_after),
  currency_before: row.currency_before,
  currency_after: row.currency_after,
  reason: row.reason,
  is_current: since === null || row.created_at > since,
  created_at: row.created_at.toISOString(),
});

export function recalculationRoutes(api: Api): void {
  for (const kind of importKinds)
    mount(api, calls[kind], async ({ db, actor, params, query, request }) => {
      const calculation = await findOwnCalculation(db, actor, kind, params.id);
      return respondPage(
        api,
        { query, request },
        (page) => listRecalculations(db, calculation.id, page),
        (rows) => rows.map((row) => serializeRecalculation(row, calculation.recalculated_at)),
      );
    });
}
