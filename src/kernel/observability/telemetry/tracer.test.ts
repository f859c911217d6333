import { expect, test } from 'vitest';
import { recordSpans } from '#test/fakes/recorded-spans.ts';
import { currentSpan, runInSpan, startSpan } from '../spans.ts';

const about = { name: 'call', kind: 'server' } as const;
const parent = (flag: '00' | '01') => `00-${'a'.repeat(32)}-${'b'.repeat(16)}-${flag}`;

test('a trace continues what is valid, and begins anew otherwise', () => {
  const { tracing, spans } = recordSpans();
  for (const traceparent of [parent('01'), 'not-valid', undefined])
    tracing.startTrace(about, traceparent).end();
  const [continued, invalid, first] = spans();
  expect(continued).toMatchObject({ traceId: 'a'.repeat(32), parentId: 'b'.repeat(16) });
  expect(invalid?.parentId).toBeUndefined();
  expect(first?.traceId).not.toBe(invalid?.traceId);
});

test.each([
  ['parentbased_always_on', '01', true],
  ['parentbased_always_on', '00', false],
  ['parentbased_always_off', '01', true],
  ['always_off', '01', false],
  ['always_on', '00', true],
] as const)('with %s and the flag %s of the caller it is recorded: %s', (name, flag, is) => {
  const { tracing, spans } = recordSpans({ OTEL_TRACES_SAMPLER: name });
  const span = tracing.startTrace(about, parent(flag));
  span.end();
  expect(span.isSampled).toBe(is);
  expect(span.traceparent).toMatch(is ? /-01$/ : /-00$/);
  expect(spans()).toHaveLength(is ? 1 : 0);
});

test('the share of recorded traces is that of the argument', () => {
  const count = (argument: string) => {
    const name = 'parentbased_traceidratio';
    const env = { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument };
    const { tracing, spans } = recordSpans(env);
    for (let time = 0; time < 20; time++) tracing.startTrace(about).end();
    return spans().length;
  };
  expect([count('0'), count('1')]).toEqual([0, 20]);
});

test('parts of a trace are described only when it is recorded', () => {
  const { tracing, spans } = recordSpans({ OTEL_TRACES_SAMPLER: 'always_off' });
  const describe = () => expect.unreachable();
  expect(startSpan(describe)).toBeUndefined();
  expect(runInSpan(tracing.startTrace(about), () => startSpan(describe))).toBeUndefined();
  expect(spans()).toEqual([]);
});

test('what a call started and left behind belongs to no trace', () => {
  const { tracing } = recordSpans();
  const span = tracing.startTrace(about);
  runInSpan(span, () => {
    expect(currentSpan()).toBe(span);
    span.end();
    expect(currentSpan()).toBeUndefined();
    expect(startSpan(() => about)).toBeUndefined();
  });
});

test('a failure is an error with its type', () => {
  const { tracing, spans } = recordSpans();
  const span = tracing.startTrace(about);
  span.startChild({ name: 'part', kind: 'client' }).end({ errorType: '23505' });
  span.end();
  // A second end, such as that of an aborted call, changes nothing.
  span.end({ errorType: 'late' });
  expect(spans()).toMatchObject([
    { name: 'part', isError: true, attributes: { 'error.type': '23505' } },
    { name: 'call', isError: false },
  ]);
});
