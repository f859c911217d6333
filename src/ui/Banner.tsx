import clsx from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

export type BannerTone = 'error' | 'success' | 'info' | 'warning';

export type BannerProps = {
  tone: BannerTone;
  /** Defaults to Error, Done, Note or Warning. */
  title?: string;
  children?: ReactNode;
  /** One button or link. */
  action?: ReactNode;
  onDismiss?: () => void;
  className?: string;
};

const signs = {
  error: { icon: CircleAlert, word: 'Error', edge: 'border-danger', ink: 'text-danger' },
  success: { icon: CircleCheck, word: 'Done', edge: 'border-success', ink: 'text-success' },
  info: { icon: Info, word: 'Note', edge: 'border-info', ink: 'text-info' },
  warning: {
    icon: TriangleAlert,
    word: 'Warning',
    edge: 'border-warning-text',
    ink: 'text-warning-text',
  },
};

export function Banner({ tone, title, children, action, onDismiss, className }: BannerProps) {
  const { icon: Icon, word, edge, ink } = signs[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={clsx(
        'flex flex-wrap items-center gap-x-4 gap-y-3 border px-4 py-3',
        edge,
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-60 items-start gap-3">
        <Icon size={18} aria-hidden className={clsx('mt-1', ink)} />
        <div className="min-w-0 flex-1">
          <strong className={clsx('font-semibold', ink)}>{title ?? word}</strong>
          {children && <div className="text-sm">{children}</div>}
        </div>
      </div>
      {action}
      {onDismiss && (
        <Button
          variant="quiet"
          size="small"
          isIconOnly
          icon={<X size={16} aria-hidden />}
          onClick={onDismiss}
        >
          Dismiss
        </Button>
      )}
    </div>
  );
}
