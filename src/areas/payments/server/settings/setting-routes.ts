import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import * as contract from '../../wire/settings.ts';
import type { Payments } from '../context.ts';
import { findSetting, type SettingRow, saveSetting } from './setting-store.ts';

export function settingRoutes(api: Api, { kernel }: Payments): void {
  mount(api, contract.readPaymentSettings, async ({ db, actor }) =>
    respond(200, serializeSetting(await findSetting(db, actor.accountId))),
  );
  mount(api, contract.patchPaymentSettings, async ({ db, actor, body }) => {
    const values = { ...body, updated_at: kernel.clock.now() };
    return respond(200, serializeSetting(await saveSetting(db, actor.accountId, values)));
  });
}

const serializeSetting = (row: SettingRow | undefined): contract.PaymentSettingsWire => ({
  charge_first: row?.charge_first ?? 'balance',
});
