import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import type { Kernel } from '#kernel/kernel.ts';
import * as contract from '../../wire/features.ts';
import { listFeatures, switchFeature } from './switch-feature.ts';

export function featureRoutes(api: Api, kernel: Kernel): void {
  mount(api, contract.listFeatures, async ({ db }) =>
    respond(200, { features: await listFeatures(db) }),
  );
  mount(api, contract.switchFeature, async ({ db, params: { name }, body, ...by }) => {
    const { is_on: isOn, ...words } = body;
    const change = { name, isOn, ...words };
    return respond(200, await switchFeature(kernel, db, by, change));
  });
}
