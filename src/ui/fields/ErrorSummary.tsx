import clsx from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type MouseEvent, useEffect, useId, useRef } from 'react';

export type SummarisedError = { message: string; fieldId?: string };

export type ErrorSummaryProps = {
  /** Hidden while empty; takes the focus when the errors change. */
  errors: readonly SummarisedError[];
  title?: string;
  className?: string;
};

function focusField(event: MouseEvent, fieldId: string) {
  event.preventDefault();
  document.getElementById(fieldId)?.focus();
}

export function ErrorSummary(props: ErrorSummaryProps) {
  const { errors, title = 'Check these entries', className } = props;
  const box = useRef<HTMLElement>(null);
  const titleId = useId();
  const fingerprint = errors.map(({ fieldId, message }) => `${fieldId} ${message}`).join('\n');
  useEffect(() => {
    if (fingerprint) box.current?.focus();
  }, [fingerprint]);
  if (errors.length === 0) return null;
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={clsx('scroll-mt-20 border border-line p-4', className)}
    >
      <p id={titleId} className="flex items-center gap-2 font-medium text-danger">
        <CircleAlert size={18} aria-hidden />
        {title}
      </p>
      <ul className="mt-2 grid gap-1 pl-6.5 text-sm">
        {errors.map(({ message, fieldId }) => (
          <li key={`${fieldId} ${message}`}>
            {fieldId ? (
              <a
                href={`#${fieldId}`}
                onClick={(event) => focusField(event, fieldId)}
                className="inline-block py-0.5 underline underline-offset-4"
              >
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
