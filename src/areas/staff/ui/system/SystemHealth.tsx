import { errorMessage } from '#lib/call-error.ts';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { SystemPartWire } from '../../wire/system-health.ts';
import { useSystemHealth } from './queries.ts';

const states: Record<SystemPartWire['state'], { label: string; tone: BadgeTone }> = {
  ok: { label: 'Works', tone: 'success' },
  warning: { label: 'Look at it', tone: 'warning' },
  down: { label: 'Fails', tone: 'danger' },
  off: { label: 'Off', tone: 'neutral' },
};

/** Each part with its state and one sentence. */
export function SystemHealth() {
  const health = useSystemHealth();
  return (
    <Panel title="Health" isFlush>
      {health.isPending && <Skeleton className="h-28 w-full" />}
      {health.isError && (
        <div className="p-5">
          <LoadError message={errorMessage(health.error)} onRetry={() => health.refetch()} />
        </div>
      )}
      {health.data && (
        <ul className="grid sm:grid-cols-2 xl:grid-cols-4">
          {health.data.parts.map((part) => (
            <Part key={part.name} {...part} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

const Part = ({ title, state, message }: SystemPartWire) => (
  <li className="min-w-0 px-5 py-3">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h3 className="text-sm font-medium">{title}</h3>
      <Badge tone={states[state].tone}>{states[state].label}</Badge>
    </div>
    <p className="mt-1 text-sm text-quiet wrap-anywhere">{message}</p>
  </li>
);
