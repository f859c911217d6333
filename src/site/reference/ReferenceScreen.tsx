import type { MouseEvent } from 'react';
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  redirectDocument,
  useLoaderData,
} from 'react-router';
import { siteSettings } from '#client/site-settings.ts';
import { announce } from '#ui/focus/announce.ts';
import { toast } from '#ui/toast.ts';
import { canonicalPath } from '../metadata/metadata.ts';
import { useAddress } from '../navigation/use-address.ts';
import { CopyPage } from '../page-layouts/CopyPage.tsx';
import type { Page } from '../pages/page-schema.ts';
import type { PageResolver } from '../pages/use-page.ts';
import { printReference } from './print-reference.ts';
import { findReferencePage } from './reference-pages.ts';
import { TryIt } from './try-it/TryIt.tsx';
import type { TryItCall } from './try-it/try-it-call.ts';
import { tryItCallOf } from './try-it-call-of.ts';

type ReferenceData = { page: Page; call?: TryItCall };

/** Runs in the build only: each page and its data are files. */
export function loader({ request }: LoaderFunctionArgs): ReferenceData {
  const path = canonicalPath(new URL(request.url).pathname.replace(/\.data$/, ''));
  const found = findReferencePage(path);
  return {
    page: found.page,
    ...(found.kind === 'call' && { call: tryItCallOf(found.operation) }),
  };
}

/**
 * Runs when the router comes here by itself: with the back button, or after signing in. The browser
 * has no content to render, so it loads the page. After Back it is at the address already, with the
 * anchor that the request lacks: loading it again keeps that.
 */
export function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<never> {
  const { href, hash } = window.location;
  if (href.slice(0, href.length - hash.length) !== request.url) throw redirectDocument(request.url);
  window.location.reload();
  return new Promise(() => {});
}

export const handle: PageResolver = (_, data) => (data as ReferenceData | undefined)?.page;

/**
 * Markup that the build has printed. In the browser it is empty, and React leaves what is there:
 * the content of the reference is in no script.
 */
const Printed = ({ html, className }: { html: string; className?: string }) => (
  <div
    className={className}
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: printed by our own components.
    dangerouslySetInnerHTML={{ __html: html }}
  />
);

async function copyText({ target }: MouseEvent) {
  const button = (target as Element).closest('[data-copy]');
  const text = button?.previousElementSibling?.textContent;
  if (!button || !text) return;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
    announce('Copied');
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  } catch {
    toast.error("Couldn't copy. Select the text and copy it manually.");
  }
}

/** Any page of the API reference. Links to it load a whole page, so it is always printed. */
export default function ReferenceScreen() {
  const { page, call } = useLoaderData() as ReferenceData;
  const printed = printReference(useAddress(), siteSettings.siteUrl);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons are inside.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a button's key is a click.
    <div className="reference" onClick={copyText}>
      <Printed className="reference-side" html={printed.menu} />
      <div className="reference-top">
        <Printed html={printed.top} />
        {!page.isHidden && <CopyPage />}
      </div>
      {call && (
        <div className="reference-aside">
          <TryIt call={call} />
          <Printed className="reference-examples" html={printed.examples} />
        </div>
      )}
      <Printed
        className={call ? 'reference-details' : 'reference-details is-wide'}
        html={printed.details}
      />
    </div>
  );
}
