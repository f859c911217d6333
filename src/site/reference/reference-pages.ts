// Every page of the reference, with what the frontmatter is for a page in content/.

import type { ApiArea } from '#lib/api-description.ts';
import { webhookEventsPath } from '#lib/webhook-event-path.ts';
import type { Page } from '../pages/page-schema.ts';
import { type ErrorEntry, errorEntries, errorPath, errorsPath } from './call-errors.ts';
import { apiAreas } from './call-groups.ts';
import { objectNames, objectPath, objectsPath, objectTitle } from './objects.ts';
import { listAreaOperations, type Operation, operations, referencePath } from './operations.ts';
import { type WebhookEvent, webhookEvents } from './webhook-events.ts';

export type ReferencePage = { path: string; page: Page } & (
  | { kind: 'overview' | 'errors' | 'webhook-events' | 'objects' | 'unknown' }
  | { kind: 'area'; area: ApiArea }
  | { kind: 'call'; operation: Operation }
  | { kind: 'object'; name: string }
  | { kind: 'error'; entry: ErrorEntry }
  | { kind: 'webhook-event'; event: WebhookEvent }
);

type Head = { title: string; label?: string; description: string; isHidden?: boolean };

const toPage = ({ isHidden = false, ...head }: Head): Page => ({
  layout: 'plain',
  ...head,
  order: 0,
  appBar: true,
  isHidden,
  isHiddenInSitemap: isHidden,
});

/** The most that search engines show. */
const descriptionMax = 160;

const cut = (text: string) =>
  text.length <= descriptionMax
    ? text
    : `${text.slice(0, text.lastIndexOf(' ', descriptionMax - 4))} ...`;

const callHead = ({ title, method, apiPath }: Operation): Head => ({
  title,
  description: cut(
    `${method} ${apiPath}: parameters, response, errors, limits and examples in curl and TypeScript.`,
  ),
});

const errorHead = ({ code, text }: ErrorEntry): Head => ({
  title: `Error ${code}`,
  label: code,
  description: cut(
    `${text.means} Likely causes of the error ${code} and what to do.`.replaceAll('`', ''),
  ),
});

const eventHead = ({ type, summary }: WebhookEvent): Head => ({
  title: `Event ${type}`,
  label: type,
  description: cut(`${summary}: when ${type} is sent to your server, its fields and an example.`),
});

/** Served with status 404 for every unknown address below the reference. */
export const unknownCallPath = `${referencePath}/404`;
/** The same for the errors. */
export const unknownErrorPath = `${errorsPath}/404`;

export const referencePages: readonly ReferencePage[] = [
  {
    kind: 'overview',
    path: referencePath,
    page: toPage({
      title: 'API reference',
      description: `All ${operations.length} calls of the API by area, with their fields, errors, limits and examples.`,
    }),
  },
  ...apiAreas.map((area) => ({
    kind: 'area' as const,
    area,
    path: `${referencePath}/${area.slug}`,
    page: toPage({
      title: `${area.title} reference`,
      label: area.title,
      description: `The ${listAreaOperations(area).length} calls of this area. ${area.sentence}`,
    }),
  })),
  ...operations.map((operation) => ({
    kind: 'call' as const,
    operation,
    path: operation.path,
    page: toPage(callHead(operation)),
  })),
  {
    kind: 'errors',
    path: errorsPath,
    page: toPage({
      title: 'Errors of the API',
      label: 'Errors',
      description:
        'Every error code of the API with its status, its message and what to do about it.',
    }),
  },
  ...errorEntries.map((entry) => ({
    kind: 'error' as const,
    entry,
    path: errorPath(entry.code),
    page: toPage(errorHead(entry)),
  })),
  {
    kind: 'webhook-events',
    path: webhookEventsPath,
    page: toPage({
      title: 'Webhook events',
      description: `The ${webhookEvents.length} events that webhooks send to your server, each with its fields and an example.`,
    }),
  },
  ...webhookEvents.map((event) => ({
    kind: 'webhook-event' as const,
    event,
    path: event.path,
    page: toPage(eventHead(event)),
  })),
  {
    kind: 'objects',
    path: objectsPath,
    page: toPage({
      title: 'Objects of the API',
      label: 'Objects',
      description: 'The objects that several calls of the API return, each with all of its fields.',
    }),
  },
  ...[...objectNames].map((name) => ({
    kind: 'object' as const,
    name,
    path: objectPath(name),
    page: toPage({
      title: `${objectTitle(name)} object`,
      label: objectTitle(name),
      description: `The fields of the object “${objectTitle(name)}” of the API, and the calls that return it.`,
    }),
  })),
  {
    kind: 'unknown',
    path: unknownCallPath,
    page: toPage({
      title: 'This call is not in the reference',
      description:
        'The address is not part of the API reference. It leads to the areas and the search.',
      isHidden: true,
    }),
  },
  {
    kind: 'unknown',
    path: unknownErrorPath,
    page: toPage({
      title: 'No error has this code',
      description: 'The address is not that of an error code. It leads to the list of all codes.',
      isHidden: true,
    }),
  },
];

const byPath = new Map(referencePages.map((one) => [one.path, one]));

/** The page of an address, or the one for unknown addresses. */
export function findReferencePage(path: string): ReferencePage {
  const unknown = path.startsWith(`${errorsPath}/`) ? unknownErrorPath : unknownCallPath;
  const found = byPath.get(path) ?? byPath.get(unknown);
  if (!found) throw new Error('The reference has no page for unknown addresses.');
  return found;
}
