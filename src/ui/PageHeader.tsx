import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

export type PageHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  /** One primary button, and at most a second, quiet one. */
  action?: ReactNode;
  /** A badge beside the title. */
  status?: ReactNode;
  /** The screen above this one, linked above the title. */
  back?: { to: string; label: string };
  /** In place of `back`, for more than one level. */
  breadcrumbs?: ReactNode;
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
      {(props.back || props.breadcrumbs) && (
        <div className="mb-2 text-sm text-quiet">
          {props.back && (
            <Link to={props.back.to} className="link">
              {props.back.label}
            </Link>
          )}
          {props.breadcrumbs}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-2xl wrap-anywhere sm:text-3xl">{props.title}</h1>
        {props.status}
      </div>
      {props.description && <p className="mt-2 max-w-measure text-quiet">{props.description}</p>}
    </div>
    {props.action && <div className="flex flex-wrap gap-3">{props.action}</div>}
  </header>
);
