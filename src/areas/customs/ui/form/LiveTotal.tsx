import clsx from 'clsx';
import type { MouseEvent, ReactNode } from 'react';
import { Banner } from '#ui/Banner.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { formatTotal } from '../customs-format.ts';
import { TotalView } from '../result/TotalView.tsx';
import type { Need } from './draft/draft.ts';
import { SaveForm } from './SaveForm.tsx';
import type { Calculator } from './use-calculator.ts';

function focusField(event: MouseEvent, id: string) {
  event.preventDefault();
  document.getElementById(id)?.focus();
}

/** The facts still needed for a result, as links to their fields. */
export const Needs = ({ what, needs }: { what: string; needs: readonly Need[] }) => (
  <div>
    <p className="text-quiet">{what} appears here while you type. Still needed:</p>
    <ul className="mt-2 grid list-[square] gap-1 pl-5 marker:text-quiet">
      {needs.map(({ id, label }) => (
        <li key={id}>
          <a href={`#${id}`} onClick={(event) => focusField(event, id)} className="link">
            {label}
          </a>
        </li>
      ))}
    </ul>
  </div>
);

function Figures({ calculator: { questions, preview, failure } }: { calculator: Calculator }) {
  if (questions.needs.length > 0) return <Needs what="The total" needs={questions.needs} />;
  return (
    <>
      {failure && (
        <Banner tone="error" title="This can't be calculated yet" className="mb-4">
          {failure}
        </Banner>
      )}
      {preview.result ? (
        <div className={clsx('transition-opacity', preview.isOld && 'opacity-60')}>
          <TotalView result={preview.result} />
        </div>
      ) : (
        !failure && (
          <div className="grid gap-4">
            <span className="sr-only">Calculating</span>
            <Skeleton className="h-8 w-48" />
            <Skeleton linesCount={4} />
          </div>
        )
      )}
    </>
  );
}

/** The total, beside the form. */
export const LiveTotal = ({ calculator }: { calculator: Calculator }) => (
  <Panel
    title="What it costs"
    actions={calculator.preview.isLoading && <Spinner />}
    className="scroll-mt-20"
  >
    <Figures calculator={calculator} />
    <div className="mt-5">
      <SaveForm calculator={calculator} />
    </div>
  </Panel>
);

type ResultStripProps = { href: string; label: string; isOld: boolean; children: ReactNode };

/** On small screens a result stays in reach below the form, and leads to its details. */
export const ResultStrip = ({ href, label, isOld, children }: ResultStripProps) => (
  <a
    href={href}
    className="sticky bottom-0 z-20 -mx-4 flex min-h-14 items-center justify-between gap-4 border-t border-control px-4 surface-raised shadow-float md:-mx-8 md:px-8 lg:hidden"
  >
    <span className="text-sm text-quiet">{label}</span>{' '}
    <strong className={clsx('font-mono', isOld && 'opacity-60')}>{children}</strong>
  </a>
);

export function TotalStrip({ calculator: { preview, questions } }: { calculator: Calculator }) {
  const { result, isOld } = preview;
  if (!result || questions.needs.length > 0) return null;
  return (
    <ResultStrip href="#result" label="Duties and taxes" isOld={isOld}>
      {formatTotal(result)}
    </ResultStrip>
  );
}
