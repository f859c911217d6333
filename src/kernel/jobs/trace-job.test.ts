import { expect, test } from 'vitest';
import { recordSpans } from '#test/fakes/recorded-spans.ts';
import { runInSpan } from '../observability/spans.ts';
import { traceJob, withTraceparent } from './trace-job.ts';

const { tracing, spans } = recordSpans();
const createJob = (data: object) =>
  ({ id: 'job-1', name: 'digests', data, retryCount: 1 }) as never;

test('a job continues the trace in which it was sent, and sees only its data', async () => {
  const call = tracing.startTrace({ name: 'call', kind: 'server' });
  const stored = runInSpan(call, () => withTraceparent({ accountId: 7 }));
  call.end();
  let seen = {};
  await traceJob(tracing, createJob(stored), async (data) => {
    seen = data;
  });
  expect(seen).toEqual({ accountId: 7 });
  expect(spans().at(-1)).toMatchObject({
    name: 'process digests',
    traceId: call.traceId,
    parentId: call.spanId,
    attributes: { 'messaging.message.id': 'job-1', 'job.attempt': 2 },
  });
  // Telemetry may be off by the time when it runs.
  await traceJob(undefined, createJob(stored), async (data) =>
    expect(data).toEqual({ accountId: 7 }),
  );
});

test('a job without a trace begins one, and a failure is an error by its name', async () => {
  expect(withTraceparent({ accountId: 7 })).toEqual({ accountId: 7 });
  const fail = () => Promise.reject(new TypeError('of ada@example.com'));
  await expect(traceJob(tracing, createJob({}), fail)).rejects.toThrow('of ada');
  const job = spans().at(-1);
  expect(job).toMatchObject({ parentId: undefined, isError: true });
  expect(job?.attributes['error.type']).toBe('TypeError');
  expect(JSON.stringify(job)).not.toContain('ada@');
});
