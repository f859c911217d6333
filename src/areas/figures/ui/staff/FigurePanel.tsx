import type { ReactNode } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { DownloadButton, type DownloadButtonProps } from '#ui/DownloadButton.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { definitions, type FigureName } from '../../wire/figures.constants.ts';

type Result<T> = {
  data: T | undefined;
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

type FigurePanelProps<T> = {
  title: string;
  description?: string;
  result: Result<T>;
  download: Pick<DownloadButtonProps, 'load' | 'fileName'>;
  /** Beside the download. */
  actions?: ReactNode;
  isEmpty: (data: T) => boolean;
  /** When there is nothing to show. */
  empty: { title: string; text: string };
  /** What is explained below the figures: what it is called, and its definition. */
  terms?: readonly (readonly [term: string, name: FigureName])[];
  isFlush?: boolean;
  children: (data: T) => ReactNode;
};

/** Figures with their download and their definitions, in every state of loading. */
export function FigurePanel<T>(props: FigurePanelProps<T>) {
  const { title, description, result, download, actions, isEmpty, empty, terms, isFlush } = props;
  const { data, error, isPending, isFetching, refetch } = result;
  return (
    <Panel
      title={title}
      description={description}
      isFlush
      actions={
        <>
          {actions}
          <DownloadButton size="small" {...download}>
            CSV
          </DownloadButton>
        </>
      }
      footer={terms && <Definitions terms={terms} />}
    >
      {isPending && (
        <div className="p-5">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-48 w-full" />
        </div>
      )}
      {error && !data && (
        <div className="p-5">
          <LoadError
            message={errorMessage(error)}
            onRetry={() => refetch()}
            isRetrying={isFetching}
          />
        </div>
      )}
      {data && isEmpty(data) && <EmptyState title={empty.title}>{empty.text}</EmptyState>}
      {data && !isEmpty(data) && (
        <div className={isFlush ? undefined : 'p-5'}>{props.children(data)}</div>
      )}
    </Panel>
  );
}

type DefinitionsProps = { terms: readonly (readonly [term: string, name: FigureName])[] };

/** A sentence for each figure: the same as in the description of the API. */
export const Definitions = ({ terms }: DefinitionsProps) => (
  <dl className="grid gap-x-8 gap-y-2 text-sm lg:grid-cols-2">
    {terms.map(([term, name]) => (
      <div key={name}>
        <dt className="inline font-medium">{term}: </dt>
        <dd className="inline text-quiet">{definitions[name]}</dd>
      </div>
    ))}
  </dl>
);
