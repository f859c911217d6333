import { type ReactNode, useEffect, useState } from 'react';
import { readLastLedgerCheck } from '#areas/payments/wire/ledger-check.ts';
import { call } from '#client/api.ts';
import { formatCount, formatUtcDateTime } from '#lib/format.ts';
import { PageLink } from '../navigation/PageLink.tsx';
import counts from './build-counts.json' with { type: 'json' };
import { pageBytesId, pageBytesMark } from './page-bytes.ts';

let printed: string | null = null;

/** As printed in the page; null for people who came from another page and did not load this one. */
function readPageBytes(): string | null {
  if (typeof document === 'undefined') return pageBytesMark;
  printed ??= document.getElementById(pageBytesId)?.textContent ?? null;
  return printed;
}

type FigureProps = { children: ReactNode; what: string; href: string; source: string };

const Figure = ({ children, what, href, source }: FigureProps) => (
  <li className="grid content-start gap-1 border-t border-control pt-4">
    <span className="font-display text-3xl font-semibold tabular-nums">{children}</span>
    <span className="min-h-[3lh] text-quiet">{what}</span>
    <PageLink href={href} className="link inline-flex min-h-8 items-center text-sm">
      {source}
    </PageLink>
  </li>
);

type LedgerCheck = { checkedAt: string; isSound: boolean };

/** Asked once the page is there; null before that, and on a server without a check yet. */
function useLedgerCheck(): LedgerCheck | null {
  const [check, setCheck] = useState<LedgerCheck | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    call(readLastLedgerCheck, {}, { signal: leaving.signal, isAnonymous: true })
      .then(({ checked_at, is_sound }) => {
        if (checked_at && is_sound !== null) setCheck({ checkedAt: checked_at, isSound: is_sound });
      })
      // That it is checked every night is still true.
      .catch(() => undefined);
    return () => leaving.abort();
  }, []);
  return check;
}

function LedgerFigure() {
  const check = useLedgerCheck();
  const result = check?.isSound ? 'Balanced' : 'Not balanced';
  return (
    <Figure
      what={
        check
          ? `the ledger, last checked on ${formatUtcDateTime(check.checkedAt)}`
          : 'the ledger: all journals and wallets are checked every night'
      }
      href={readLastLedgerCheck.path}
      source="See the last check"
    >
      {check ? result : 'Nightly'}
    </Figure>
  );
}

/** When this browser painted the page; null before that is known. */
function useFirstPaint(): string | null {
  const [paint, setPaint] = useState<string | null>(null);
  useEffect(() => {
    const [entry] = performance.getEntriesByName('first-contentful-paint');
    if (entry) setPaint(formatCount(Math.round(entry.startTime)));
  }, []);
  return paint;
}

function PageFigure({ pageBytes }: { pageBytes: string }) {
  const paint = useFirstPaint();
  return (
    <Figure
      what={`this page as it is sent, without fonts.${paint ? ` Painted here after ${paint} ms.` : ''}`}
      href="/blog/fifteen-kilobytes-before-the-first-paint"
      source="How it stays small"
    >
      <span id={pageBytesId}>{pageBytes}</span>
    </Figure>
  );
}

/** Figures of this build and of the running product, each with its source. */
export function BuildNumbers() {
  const [pageBytes] = useState(readPageBytes);
  return (
    <ul className="grid gap-x-8 gap-y-8 md:grid-cols-3">
      {pageBytes && <PageFigure pageBytes={pageBytes} />}
      <Figure
        what="API calls in one contract, shared by server, client and reference"
        href="/docs/api"
        source="Read the reference"
      >
        {formatCount(counts.calls)}
      </Figure>
      <LedgerFigure />
    </ul>
  );
}
