import { listFeaturesOff } from '#lib/feature-contract.ts';
import { features } from '#lib/features.ts';
import type { Api } from './http/api.ts';
import { mount, respond } from './http/mount.ts';

/** What is off, said before anybody fills in a form for it. */
export function mountFeatureNotices(api: Api): void {
  mount(api, listFeaturesOff, async () => {
    const off = await api.kernel.features.listOff();
    return respond(200, {
      off: off.map(({ name, notice, since }) => ({
        name,
        label: features[name],
        notice,
        since: since.toISOString(),
      })),
    });
  });
}
