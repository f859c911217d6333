import { Button } from '#ui/Button.tsx';
import { Panel } from '#ui/Panel.tsx';
import { LinkRow } from './LinkRow.tsx';
import type { LaterTask } from './later-tasks.ts';
import { useIsDismissed } from './use-is-dismissed.ts';

type LaterProps = { accountId: number; tasks: readonly LaterTask[] };

/** What is not done yet and can wait, until it is dismissed or done. */
export function Later({ accountId, tasks }: LaterProps) {
  const [isDismissed, dismiss] = useIsDismissed('later', accountId);
  const open = tasks.filter(({ isDone }) => !isDone);
  if (isDismissed || open.length === 0) return null;
  return (
    <Panel
      title="Later"
      isFlush
      actions={
        <Button variant="quiet" size="small" onClick={dismiss}>
          Dismiss
        </Button>
      }
    >
      <ul className="divide-y divide-line">
        {open.map(({ path, title, text }) => (
          <LinkRow key={path} path={path} title={title} text={text} />
        ))}
      </ul>
    </Panel>
  );
}
