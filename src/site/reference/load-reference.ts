// Loads a page of the reference in the build and in development. Browsers get neither this file nor
// what it prints, but only the page.
import type { LoaderFunctionArgs } from 'react-router';
import { siteSettings } from '#client/site-settings.ts';
import { canonicalPath } from '../metadata/metadata.ts';
import type { Page } from '../pages/page-schema.ts';
import { type PrintedReference, printReference } from './print-reference.ts';
import { findReferencePage } from './reference-pages.ts';
import type { TryItCall } from './try-it/try-it-call.ts';
import { toTryItCall } from './try-it-call.ts';

export type ReferenceData = {
  page: Page;
  call?: TryItCall;
  /** The markup of the page. Browsers have it in their document, and not as data. */
  printed?: PrintedReference;
};

export function loadReference({ request }: LoaderFunctionArgs): ReferenceData {
  const path = canonicalPath(new URL(request.url).pathname);
  const found = findReferencePage(path);
  return {
    page: found.page,
    ...(found.kind === 'call' && { call: toTryItCall(found.operation) }),
    printed: printReference(path, siteSettings.siteUrl),
  };
}
