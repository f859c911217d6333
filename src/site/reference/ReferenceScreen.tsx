import type { MouseEvent } from 'react';
import { type LoaderFunctionArgs, redirectDocument, useLoaderData } from 'react-router';
import { announce } from '#ui/focus/announce.ts';
import { toast } from '#ui/toast.ts';
import { CopyPage } from '../page-layouts/CopyPage.tsx';
import type { PageResolver } from '../pages/use-page.ts';
import type { ReferenceData } from './load-reference.ts';
import { TryIt } from './try-it/TryIt.tsx';

/**
 * Runs when the router comes here by itself: with the back button, or after signing in. The browser
 * has no content to render, so it loads the page. After Back it is at the address already, with the
 * anchor that the request lacks: loading it again keeps that.
 */
export async function loader(args: LoaderFunctionArgs): Promise<ReferenceData> {
  if (import.meta.env.DEV) return (await import('./load-reference.ts')).loadReference(args);
  const { href, hash } = window.location;
  const { url } = args.request;
  if (href.slice(0, href.length - hash.length) !== url) throw redirectDocument(url);
  window.location.reload();
  return new Promise(() => {});
}

export const handle: PageResolver = (_, data) => (data as ReferenceData | undefined)?.page;

/**
 * Markup that the build has printed. In the browser it is empty, and React leaves what is there:
 * the content of the reference is in no script.
 */
const Printed = ({ html = '', className }: { html?: string; className?: string }) => (
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
  const { page, call, printed } = useLoaderData() as ReferenceData;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons are inside.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a button's key is a click.
    <div className="reference" onClick={copyText}>
      <Printed className="reference-side" html={printed?.menu} />
      <div className="reference-top">
        <Printed html={printed?.top} />
        {!page.isHidden && <CopyPage />}
      </div>
      {call && (
        <div className="reference-aside">
          <TryIt call={call} />
          <Printed className="reference-examples" html={printed?.examples} />
        </div>
      )}
      <Printed
        className={call ? 'reference-details' : 'reference-details is-wide'}
        html={printed?.details}
      />
    </div>
  );
}
