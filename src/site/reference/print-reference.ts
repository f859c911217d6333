// Prints the pages of the reference; see load-reference.ts.
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { webhookEventsPath } from '#lib/webhook-event-path.ts';
import { AreaPage } from './AreaPage.tsx';
import { CallDetails } from './CallDetails.tsx';
import { CallExamples } from './CallExamples.tsx';
import { CallAddress, CopyText } from './Code.tsx';
import { errorsPath } from './call-errors.ts';
import { ErrorPage, ErrorsPage } from './ErrorPages.tsx';
import { InlineCode } from './InlineCode.tsx';
import { ObjectPage, ObjectsPage } from './ObjectPages.tsx';
import { OverviewPage } from './OverviewPage.tsx';
import { objectsPath } from './objects.ts';
import { referencePath } from './operations.ts';
import { ReferenceMenu } from './ReferenceMenu.tsx';
import { type Crumb, ReferenceTop } from './ReferenceTop.tsx';
import { findReferencePage, type ReferencePage, unknownErrorPath } from './reference-pages.ts';
import { UnknownCallPage, UnknownErrorPage } from './UnknownCallPage.tsx';
import { WebhookEventPage, WebhookEventsPage } from './WebhookEventPages.tsx';

export type PrintedReference = {
  menu: string;
  /** The heading, and what a reader needs first. */
  top: string;
  /** The request as code; of calls only. */
  examples: string;
  details: string;
};

const home: Crumb[] = [
  { path: '/', label: 'Home' },
  { path: '/docs', label: 'Docs' },
];
const reference: Crumb = { path: referencePath, label: 'API reference' };

/** The list that a page is in. */
const listCrumbs: Partial<Record<ReferencePage['kind'], Crumb>> = {
  object: { path: objectsPath, label: 'Objects' },
  'webhook-event': { path: webhookEventsPath, label: 'Webhook events' },
};

function listBreadcrumbs(page: ReferencePage): Crumb[] {
  if (page.kind === 'overview') return home;
  if (page.kind === 'call') {
    const { slug, title } = page.operation.area;
    return [...home, reference, { path: `${referencePath}/${slug}`, label: title }];
  }
  if (page.kind === 'errors' || page.path === unknownErrorPath) return home;
  if (page.kind === 'error') return [...home, { path: errorsPath, label: 'Errors' }];
  const above = listCrumbs[page.kind];
  return [...home, reference, ...(above ? [above] : [])];
}

const leads: Partial<Record<ReferencePage['kind'], string>> = {
  overview: 'Every call with its fields, its errors and the permission it requires.',
  errors:
    'Every error is JSON: `detail` is a sentence for people, `code` a stable name for programs.',
  'webhook-events': 'What webhooks send to your server, each with its fields and an example.',
  objects: 'What several calls return, each with all of its fields.',
};

function findLead(page: ReferencePage): string | undefined {
  if (page.kind === 'area') return page.area.sentence;
  if (page.kind === 'error') return page.entry.messages[0];
  if (page.kind === 'webhook-event') return page.event.summary;
  if (page.kind !== 'call') return leads[page.kind];
  // The second paragraph says who may call, which is among the rules below.
  return page.operation.description.split('\n\n')[0];
}

function renderDetails(page: ReferencePage, origin: string): ReactNode {
  if (page.kind === 'overview') return createElement(OverviewPage, { origin });
  if (page.kind === 'area') return createElement(AreaPage, { area: page.area });
  if (page.kind === 'call') return createElement(CallDetails, { operation: page.operation });
  if (page.kind === 'errors') return createElement(ErrorsPage);
  if (page.kind === 'error') return createElement(ErrorPage, { entry: page.entry });
  if (page.kind === 'webhook-events') return createElement(WebhookEventsPage);
  if (page.kind === 'webhook-event') return createElement(WebhookEventPage, { event: page.event });
  if (page.kind === 'objects') return createElement(ObjectsPage);
  if (page.kind === 'object') return createElement(ObjectPage, { name: page.name });
  return createElement(page.path === unknownErrorPath ? UnknownErrorPage : UnknownCallPage);
}

/** The status and the code of an error, the type of an event, else the title. */
function formatTitle(page: ReferencePage): string {
  if (page.kind === 'error') return `${page.entry.statuses.join(', ')} ${page.entry.code}`;
  return page.kind === 'webhook-event' ? page.event.type : page.page.title;
}

function renderTop(page: ReferencePage): ReactNode {
  const lead = findLead(page);
  return createElement(
    ReferenceTop,
    { crumbs: listBreadcrumbs(page), title: formatTitle(page) },
    lead &&
      createElement(
        'p',
        { className: 'mt-4 max-w-measure text-lg text-quiet' },
        createElement(InlineCode, { text: lead }),
      ),
    page.kind === 'call' &&
      createElement(
        'div',
        { className: 'call-line' },
        createElement(CallAddress, page.operation),
        createElement(CopyText),
      ),
  );
}

/** The parts of the page at an address; examples call the API at `origin`. */
export function printReference(path: string, origin: string): PrintedReference {
  const page = findReferencePage(path);
  const operation = page.kind === 'call' ? page.operation : undefined;
  const area = page.kind === 'area' ? page.area : operation?.area;
  const menu = { path: page.path, area, group: operation?.group };
  return {
    menu: renderToStaticMarkup(createElement(ReferenceMenu, menu)),
    top: renderToStaticMarkup(renderTop(page)),
    examples: operation
      ? renderToStaticMarkup(createElement(CallExamples, { operation, origin }))
      : '',
    details: renderToStaticMarkup(renderDetails(page, origin)),
  };
}
