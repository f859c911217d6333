import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import type { BillingProfileWire } from '../../wire/billing-profile.ts';
import * as contract from '../../wire/billing-profile.ts';
import type { Invoices } from '../invoices-area.ts';
import { putProfile, readProfile, removeProfile } from './manage-profile.ts';

export function profileRoutes(api: Api, invoices: Invoices): void {
  mount(api, contract.readBillingProfile, async ({ db, actor }) => {
    const profile = await readProfile(db, actor);
    return profile ? respond(200, profile) : respond(204);
  });
  mount(api, contract.putBillingProfile, async ({ actor, body, lastWrite }) => {
    const write = lastWrite((profile: BillingProfileWire) => respond(200, profile));
    return respond(200, await putProfile(invoices, actor, body, write));
  });
  mount(api, contract.deleteBillingProfile, async ({ db, actor }) => {
    await removeProfile(db, actor);
    return respond(204);
  });
}
