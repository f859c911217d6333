import {
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';

/** `ask` runs the action after confirmation. */
export type LeavePromptHandle = { ask: (act: () => void) => void };

type PromptTexts = {
  title: string;
  confirmLabel?: string;
  /** The consequences of leaving. */
  children: ReactNode;
};
type ConfirmationState = { isAsking: boolean; leave: () => void; stay: () => void };

const LeaveConfirmation = ({
  title,
  confirmLabel = 'Leave',
  children,
  state,
}: PromptTexts & { state: ConfirmationState }) => (
  <ConfirmDialog
    isOpen={state.isAsking}
    onOpenChange={(isOpen) => !isOpen && state.stay()}
    title={title}
    description={children}
    confirmLabel={confirmLabel}
    cancelLabel="Stay"
    onConfirm={state.leave}
  />
);

const RouteLeaveConfirmation = (words: PromptTexts) => (
  <LeaveConfirmation {...words} state={useLeaveGuard(true)} />
);

let rendered: readonly object[] = [];
const listeners = new Set<() => void>();

function setRendered(next: readonly object[]): void {
  rendered = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The router supports one blocker at a time: that of the prompt mounted last. */
function useIsLast(): boolean {
  const [me] = useState(() => ({}));
  useEffect(() => {
    setRendered([...rendered, me]);
    return () => setRendered(rendered.filter((one) => one !== me));
  }, [me]);
  return useSyncExternalStore(
    subscribe,
    () => rendered.at(-1) === me,
    () => false,
  );
}

/** Asks before the user leaves, while it is mounted. Several may be mounted at the same time. */
export function LeavePrompt({
  ref,
  ...words
}: PromptTexts & { ref?: Ref<LeavePromptHandle> | undefined }) {
  const isLast = useIsLast();
  const [act, setAct] = useState<() => void>();
  useImperativeHandle(ref, () => ({ ask: (next) => setAct(() => next) }), []);
  const stay = () => setAct(undefined);
  return (
    <>
      {isLast && <RouteLeaveConfirmation {...words} />}
      <LeaveConfirmation
        {...words}
        state={{ isAsking: act !== undefined, leave: () => act?.(), stay }}
      />
    </>
  );
}
