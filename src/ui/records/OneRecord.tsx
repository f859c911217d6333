import type { ReactNode } from 'react';
import { LoadError } from '../LoadError.tsx';
import { Skeleton } from '../Skeleton.tsx';

export type OneRecordProps<Data> = {
  /** What it is: "payment". */
  what: string;
  /** As a query hook gives it; the error of a refused call has the answer's status. */
  result: {
    data: Data | undefined;
    error: (Error & { status?: number }) | null;
    refetch: () => unknown;
  };
  /** Stands there when the answer is 404. */
  missing: ReactNode;
  /** About how high it will be below its header, as a class. */
  height?: string;
  children: (data: Data) => ReactNode;
};

/** One record, or why there is none. What is there stays when loading it again fails. */
export function OneRecord<Data>(props: OneRecordProps<Data>) {
  const { what, result, missing, height = 'h-80', children } = props;
  const { data, error, refetch } = result;
  if (data !== undefined) return children(data);
  if (error?.status === 404) return missing;
  if (error) return <LoadError message={error.message} onRetry={() => refetch()} />;
  return (
    <div aria-busy="true" className="grid gap-6">
      <span className="sr-only">Loading the {what}</span>
      <Skeleton className="h-10 w-64" />
      <Skeleton className={`${height} w-full`} />
    </div>
  );
}
