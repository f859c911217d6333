// A job continues the trace of the call or job that sent it. `traceparent` travels in its data, and
// its handler does not see it.
import type { JobWithMetadata } from 'pg-boss';
import { currentSpan, runInSpan, type Tracing } from '../observability/spans.ts';

const field = '_traceparent';

export function withTraceparent<T extends object>(data: T): T {
  const span = currentSpan();
  return span ? { ...data, [field]: span.traceparent } : data;
}

/** Calls `act` with the data that was sent. */
export async function traceJob(
  tracing: Tracing | undefined,
  { id, name, data, retryCount }: JobWithMetadata<object>,
  act: (data: object) => Promise<void>,
): Promise<void> {
  const { [field]: traceparent, ...sent } = data as { [field]?: string };
  if (!tracing) return act(sent);
  const span = tracing.startTrace(
    {
      name: `process ${name}`,
      kind: 'consumer',
      attributes: {
        'messaging.system': 'pg-boss',
        'messaging.operation.name': 'process',
        'messaging.operation.type': 'process',
        'messaging.destination.name': name,
        'messaging.message.id': id,
        'job.attempt': retryCount + 1,
      },
    },
    traceparent,
  );
  try {
    await runInSpan(span, () => act(sent));
    span.end();
  } catch (error) {
    span.end({ errorType: error instanceof Error ? error.name : 'error' });
    throw error;
  }
}
