// What the reference takes from the contracts. In the build scripts/build/content-pages.ts replaces
// this module with its value: endpoints have no groups there.
import { listEndpoints } from '#lib/api-description.ts';
import { apiDescription } from '../../contracts.ts';

/** Those with calls of customers. */
export const apiAreas = Object.values(apiDescription.areas).filter(
  ({ groups }) => groups.length > 0,
);

/** By the name of the call. */
export const callGroups: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  listEndpoints(apiDescription.contracts).map(({ name, endpoint }) => [name, endpoint.group]),
);
