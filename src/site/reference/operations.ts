// The calls that customers can make, in the order of the reference.
import { openApiDocument } from './openapi-document.ts';
import type { OpenApiDocument, OpenApiOperation } from './openapi-types.ts';
import { type ReferenceArea, referenceAreas } from './reference-areas.ts';

export const referencePath = '/docs/api';

export type Operation = OpenApiOperation & {
  method: string;
  /** With parameters as `{id}`. */
  apiPath: string;
  area: ReferenceArea;
  group: string;
  /** The address of its page. */
  path: string;
  /** The first part of the summary; `note` is what follows its semicolon. */
  title: string;
  note: string | undefined;
};

const toKebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Neither for staff, nor for other servers: those send bodies that are signed. */
function isForCustomers(apiPath: string, operation: OpenApiOperation): boolean {
  const permission = operation['x-permission'];
  if (apiPath.startsWith('/apix/admin/')) return false;
  if (typeof permission === 'object' && 'staff' in permission) return false;
  return !(permission === 'public' && operation.requestBody?.content['*/*']);
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const depthOf = (path: string) => path.split('/').length;

/** What an area is for. */
const mainCalls = /\/(calculate|base64)\/$/;
const isMain = ({ apiPath }: Operation) => (mainCalls.test(apiPath) ? 0 : 1);

/** What the area is for, lists, their items, and then what is done with those. */
const byUse = (a: Operation, b: Operation): number =>
  a.area.groups.findIndex(([title]) => title === a.group) -
    b.area.groups.findIndex(([title]) => title === b.group) ||
  isMain(a) - isMain(b) ||
  depthOf(a.apiPath) - depthOf(b.apiPath) ||
  a.apiPath.localeCompare(b.apiPath) ||
  methods.indexOf(a.method) - methods.indexOf(b.method);

/** Throws when a call is in no area or group. */
export function listOperations({ paths }: OpenApiDocument): Operation[] {
  const all = Object.entries(paths).flatMap(([apiPath, byMethod]) =>
    Object.entries(byMethod)
      .filter(([, operation]) => isForCustomers(apiPath, operation))
      .map(([method, operation]) => toOperation(apiPath, method, operation)),
  );
  return referenceAreas.flatMap((area) => all.filter((one) => one.area === area).sort(byUse));
}

function toOperation(apiPath: string, method: string, operation: OpenApiOperation): Operation {
  const { operationId, tags, summary } = operation;
  const area = referenceAreas.find((one) => one.tags.some((tag) => tags.includes(tag)));
  const group = area?.groups.find(([, pattern]) => pattern.test(apiPath))?.[0];
  if (!area || !group) throw new Error(`${operationId} is in no group of the reference.`);
  const [title = '', note] = summary.split('; ');
  const path = `${referencePath}/${area.slug}/${toKebab(operationId)}`;
  return { ...operation, method: method.toUpperCase(), apiPath, area, group, path, title, note };
}

export const operations: readonly Operation[] = listOperations(openApiDocument);

export const operationsOf = (area: ReferenceArea): readonly Operation[] =>
  operations.filter((one) => one.area === area);

/** The calls of an area by group, in order. */
export const groupsOf = (area: ReferenceArea): readonly (readonly [string, Operation[]])[] => [
  ...Map.groupBy(operationsOf(area), ({ group }) => group),
];
