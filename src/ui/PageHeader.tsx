import clsx from 'clsx';
import type { ReactNode } from 'react';

export type PageHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  /** One primary button, and at most a second, quiet one. */
  action?: ReactNode;
  /** A badge beside the title. */
  status?: ReactNode;
  /** A way back or the breadcrumbs, above the title. */
  back?: ReactNode;
  className?: string;
};

export const PageHeader = (props: PageHeaderProps) => (
  <header
    className={clsx(
      'flex flex-wrap items-end gap-x-6 gap-y-4 border-b border-line pb-5',
      props.className,
    )}
  >
    <div className="min-w-0 flex-1 basis-72">
      {props.back && <div className="mb-2 text-sm text-quiet">{props.back}</div>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-2xl wrap-anywhere sm:text-3xl">{props.title}</h1>
        {props.status}
      </div>
      {props.description && <p className="mt-2 max-w-measure text-quiet">{props.description}</p>}
    </div>
    {props.action && <div className="flex flex-wrap gap-3">{props.action}</div>}
  </header>
);
