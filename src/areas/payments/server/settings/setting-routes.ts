import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import * as contract from '../../wire/settings.ts';
import type { Payments } from '../context.ts';
import { patchSettings, readSettings } from './payment-settings.ts';

export function settingRoutes(api: Api, payments: Payments): void {
  mount(api, contract.readPaymentSettings, async ({ db, actor }) =>
    respond(200, await readSettings(payments, db, actor)),
  );
  mount(api, contract.patchPaymentSettings, async ({ db, actor, body }) =>
    respond(200, await patchSettings(payments, db, actor, body)),
  );
}
