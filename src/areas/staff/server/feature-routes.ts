import type { Api } from '#server/http/api.ts';
import { answer, mount } from '#server/http/mount.ts';
import type { Kernel } from '#server/kernel.ts';
import * as contract from '../contract.ts';
import { changeFeature, readFeatures } from './features.ts';

export function featureRoutes(api: Api, kernel: Kernel): void {
  mount(api, contract.listFeatures, async () =>
    answer(200, { features: await readFeatures(kernel.database.write) }),
  );
  mount(api, contract.switchFeature, async ({ actor, params: { name }, body, audit }) =>
    answer(
      200,
      await changeFeature(kernel, actor, { name, isOn: body.is_on, reason: body.reason }, audit),
    ),
  );
}
