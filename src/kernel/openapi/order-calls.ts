// The order of calls in the documents: that of use.
import type { ApiArea, NamedEndpoint } from '#lib/api-description.ts';

export type PlacedCall = NamedEndpoint & { place: { area: ApiArea; group: string } };

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const countDepth = (path: string) => path.split('/').length;

/** What the area is for, lists, their items, and then what is done with those. */
export const byUse =
  (areas: readonly ApiArea[]) =>
  ({ endpoint: a, place: inA }: PlacedCall, { endpoint: b, place: inB }: PlacedCall): number =>
    areas.indexOf(inA.area) - areas.indexOf(inB.area) ||
    inA.area.groups.indexOf(inA.group) - inB.area.groups.indexOf(inB.group) ||
    Number(b.comesFirst ?? false) - Number(a.comesFirst ?? false) ||
    countDepth(a.path) - countDepth(b.path) ||
    a.path.localeCompare(b.path) ||
    methods.indexOf(a.method) - methods.indexOf(b.method);
