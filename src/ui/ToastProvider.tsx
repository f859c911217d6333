import clsx from 'clsx';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { type FocusEvent, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { Button } from './Button.tsx';
import { focusNear, listAncestors } from './focus/move-focus.ts';
import { type ToastEntry, toast, toastStore } from './toast.ts';

// A swipe begins after 10 px by touch and 2 px otherwise: Radix's own fixed `moveStartBuffer`.
const durationMsDefault = 5000;
const hotkey = ['F8'];

const signs = {
  success: { icon: CircleCheck, className: 'text-success' },
  error: { icon: CircleAlert, className: 'text-danger' },
  info: { icon: Info, className: 'text-info' },
};

const noEntries: readonly ToastEntry[] = [];

function ToastItem({ id, tone, message, action, durationMs }: ToastEntry) {
  const { icon: Icon, className } = signs[tone];
  return (
    <Radix.Root
      type={tone === 'error' ? 'foreground' : 'background'}
      duration={durationMs}
      onOpenChange={(isOpen) => !isOpen && toast.dismiss(id)}
      className={clsx(
        'flex items-center gap-3 border border-line p-3 pl-4 surface-raised shadow-float',
        'animate-enter data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
      )}
    >
      <Icon size={18} aria-hidden className={className} />
      <Radix.Description className="min-w-0 flex-1 py-1 text-sm wrap-anywhere">
        {message}
      </Radix.Description>
      {action && (
        <Radix.Action asChild altText={action.altText}>
          <Button size="small" onClick={action.onSelect}>
            {action.label}
          </Button>
        </Radix.Action>
      )}
      <Radix.Close asChild>
        <Button variant="quiet" size="small" isIconOnly icon={<X size={16} aria-hidden />}>
          Dismiss
        </Button>
      </Radix.Close>
    </Radix.Root>
  );
}

/** When the last toast is gone, the focus returns to the element that had it before. */
function useToastFocus(isEmpty: boolean) {
  const viewport = useRef<HTMLOListElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (isEmpty && document.activeElement === viewport.current)
      focusNear(listAncestors(before.current));
  }, [isEmpty]);

  function remember({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  }
  return { ref: viewport, onFocus: remember };
}

export type ToastProviderProps = { children?: ReactNode };

/** Once, at the root of the page. */
export function ToastProvider({ children }: ToastProviderProps) {
  const entries = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => noEntries);
  const viewport = useToastFocus(entries.length === 0);
  return (
    <Radix.Provider duration={durationMsDefault} swipeDirection="right">
      {children}
      {entries.map((entry) => (
        <ToastItem key={entry.id} {...entry} />
      ))}
      <Radix.Viewport
        {...viewport}
        hotkey={hotkey}
        className={clsx(
          'fixed inset-x-0 bottom-0 z-60 flex flex-col gap-2 p-4 sm:left-auto sm:w-104',
          'pointer-events-none *:pointer-events-auto',
        )}
      />
    </Radix.Provider>
  );
}
