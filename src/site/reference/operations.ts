// The calls that customers can make, in the order of the document, which is the order of use.
import type { ApiArea } from '#lib/api-description.ts';
import { resolvePaths } from '#lib/openapi-refs.ts';
import type { OpenApiDocument, OpenApiOperation } from '#lib/openapi-types.ts';
import { apiAreas, callGroups } from './call-groups.ts';
import { openApiDocument } from './openapi-document.ts';

export const referencePath = '/docs/api';

export type Operation = OpenApiOperation & {
  method: string;
  /** With parameters as `{id}`. */
  apiPath: string;
  area: ApiArea;
  group: string;
  /** The address of its page. */
  path: string;
  /** The first part of the summary, before its semicolon. */
  title: string;
};

const toKebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Throws when a call is in no area. */
export const listOperations = (document: OpenApiDocument): Operation[] =>
  Object.entries(resolvePaths(document)).flatMap(([apiPath, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => toOperation(apiPath, method, operation)),
  );

function toOperation(apiPath: string, method: string, operation: OpenApiOperation): Operation {
  const { operationId, tags, summary } = operation;
  const area = apiAreas.find(({ title }) => tags.includes(title));
  if (!area) throw new Error(`${operationId} is in no area.`);
  const group = callGroups[operationId] ?? '';
  const [title = ''] = summary.split('; ');
  const path = `${referencePath}/${area.slug}/${toKebab(operationId)}`;
  return { ...operation, method: method.toUpperCase(), apiPath, area, group, path, title };
}

export const operations: readonly Operation[] = listOperations(openApiDocument);

export const listAreaOperations = (area: ApiArea): readonly Operation[] =>
  operations.filter((one) => one.area === area);

/** The calls of an area by group, in order. */
export const listGroups = (area: ApiArea): readonly (readonly [string, Operation[]])[] => [
  ...Map.groupBy(listAreaOperations(area), ({ group }) => group),
];
