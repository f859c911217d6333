import clsx from 'clsx';
import { type ReactNode, useId } from 'react';

export type PanelProps = {
  title?: ReactNode;
  description?: ReactNode;
  /** Buttons at the end of the header. */
  actions?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** Without padding, for a table or a list of rows. */
  isFlush?: boolean;
  headingLevel?: 2 | 3;
  /** To link to it. */
  id?: string;
  className?: string;
};

export function Panel(props: PanelProps) {
  const { title, description, actions, children, footer, isFlush, className } = props;
  const titleId = useId();
  const Heading = props.headingLevel === 3 ? 'h3' : 'h2';
  return (
    <section
      id={props.id}
      aria-labelledby={title === undefined ? undefined : titleId}
      className={clsx('min-w-0 border border-line surface-raised', className)}
    >
      {(title !== undefined || actions) && (
        <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3">
          <div className="min-w-0 flex-1 basis-48">
            <Heading id={titleId} className="text-lg leading-snug">
              {title}
            </Heading>
            {description && <p className="text-sm text-quiet">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </header>
      )}
      <div className={clsx(!isFlush && 'p-5')}>{children}</div>
      {footer && <footer className="border-t border-line px-5 py-3 text-sm">{footer}</footer>}
    </section>
  );
}
