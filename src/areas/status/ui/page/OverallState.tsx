import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { CallResult } from '#lib/endpoint-types.ts';
import { formatList } from '#lib/format.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { ComponentState } from '../../wire/status.constants.ts';
import type { readStatus, StatusComponentWire } from '../../wire/status.ts';

export type StatusWire = CallResult<typeof readStatus>;

const signs = {
  up: { icon: CircleCheck, ink: 'text-success' },
  degraded: { icon: TriangleAlert, ink: 'text-warning-text' },
  down: { icon: CircleX, ink: 'text-danger' },
} as const;

function describeOverall(components: readonly StatusComponentWire[]): string {
  const inState = (expected: ComponentState) =>
    components.filter(({ state }) => state === expected).map(({ title }) => title);
  const [down, degraded] = [inState('down'), inState('degraded')];
  if (down.length + degraded.length === 0) return 'Everything works';
  if (down.length === components.length) return 'Everything is down';
  return [
    ...(down.length > 0 ? [`Down: ${formatList(down)}`] : []),
    ...(degraded.length > 0 ? [`Disrupted: ${formatList(degraded)}`] : []),
  ].join('. ');
}

/** The answer to the one question with which people come. */
export function OverallState({ status }: { status: StatusWire }) {
  const { icon: Icon, ink } = signs[status.state];
  return (
    <div>
      <div role="status" className="flex items-start gap-4">
        <Icon size={36} aria-hidden className={`mt-1 shrink-0 ${ink}`} />
        <h2 className="text-3xl wrap-anywhere">{describeOverall(status.components)}</h2>
      </div>
      <p className="mt-2 ml-13 text-sm text-quiet">
        Checked <RelativeTime value={status.checked_at} />. This page reads it again every 30
        seconds.
      </p>
    </div>
  );
}
