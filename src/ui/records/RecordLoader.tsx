import type { ReactNode } from 'react';
import { LoadError } from '../LoadError.tsx';
import { Skeleton } from '../Skeleton.tsx';

export type RecordLoaderProps<Data> = {
  /** The kind of record: "payment". */
  what: string;
  /** From a query hook; the error of a refused call has the status of the response. */
  result: {
    data: Data | undefined;
    error: (Error & { status?: number }) | null;
    refetch: () => unknown;
  };
  /** Shown when the response is 404. */
  missing: ReactNode;
  /** The approximate height of the content below its header, as a class. */
  height?: string;
  children: (data: Data) => ReactNode;
};

/** One record, or why it can't be shown. Loaded data stays visible when a later refetch fails. */
export function RecordLoader<Data>(props: RecordLoaderProps<Data>) {
  const { what, result, missing, height = 'h-80', children } = props;
  const { data, error, refetch } = result;
  if (data !== undefined) return children(data);
  if (error?.status === 404) return missing;
  if (error) return <LoadError message={error.message} onRetry={() => refetch()} />;
  return (
    <div className="grid gap-6">
      <span className="sr-only">Loading the {what}</span>
      <Skeleton className="h-10 w-64" />
      <Skeleton className={`${height} w-full`} />
    </div>
  );
}
