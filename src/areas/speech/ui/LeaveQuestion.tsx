import {
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';

/** Asks first, where something would be lost. */
export type AskFirst = { ask: (act: () => void) => void };

type Words = {
  title: string;
  confirmLabel?: string;
  /** What happens to it then. */
  children: ReactNode;
};
type QuestionState = { isAsking: boolean; leave: () => void; stay: () => void };

const Question = ({
  title,
  confirmLabel = 'Leave',
  children,
  state,
}: Words & { state: QuestionState }) => (
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

const RouteQuestion = (words: Words) => <Question {...words} state={useLeaveGuard(true)} />;

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

/** The router supports one blocker at a time: the question that was rendered last. */
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

/** Asks before the person leaves, for as long as it is rendered. */
export function LeaveQuestion({ ref, ...words }: Words & { ref?: Ref<AskFirst> | undefined }) {
  const isLast = useIsLast();
  const [act, setAct] = useState<() => void>();
  useImperativeHandle(ref, () => ({ ask: (next) => setAct(() => next) }), []);
  const stay = () => setAct(undefined);
  return (
    <>
      {isLast && <RouteQuestion {...words} />}
      <Question {...words} state={{ isAsking: act !== undefined, leave: () => act?.(), stay }} />
    </>
  );
}
