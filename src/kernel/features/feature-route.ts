import { features } from '#lib/features.ts';
import { listFeaturesOff } from '#lib/wire/features.ts';
import type { Api } from '../http/api.ts';
import { mount, respond } from '../http/mount.ts';

/** Lets screens show that a feature is off before a user fills in its form. */
export function mountFeatures(api: Api): void {
  mount(api, listFeaturesOff, async () => {
    const off = await api.kernel.features.listDisabled();
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
