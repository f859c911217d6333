import { expect, test } from 'vitest';
import { recordSpans } from '#test/fakes/recorded-spans.ts';
import { runInSpan } from '../observability/spans.ts';
import { describeFailure, startStatementSpan } from './statement-span.ts';

test.each([
  ['select * from "account" where id = $1', 'SELECT account'],
  ['  insert into pgboss.job (name) values ($1)', 'INSERT pgboss.job'],
  ['update "mail" set status = $1', 'UPDATE mail'],
  ['(select 1 from only "lead") union all select 2', 'SELECT lead'],
  ['begin', 'BEGIN'],
  ['', 'QUERY'],
])('%s is %s', (text, name) => {
  const { tracing, spans } = recordSpans();
  const call = tracing.startTrace({ name: 'call', kind: 'server' });
  runInSpan(call, () => startStatementSpan(text))?.end();
  expect(spans()).toMatchObject([{ name, parentId: call.spanId }]);
});

test('a failure is known by its code, because messages quote values', () => {
  const error = Object.assign(new Error('Key (email)=(ada@example.com) exists'), { code: '23505' });
  const attributes = { 'db.response.status_code': '23505' };
  expect(describeFailure(error)).toEqual({ errorType: '23505', attributes });
  expect(describeFailure(new Error('lost'))).toEqual({ errorType: 'error' });
  expect(describeFailure(undefined)).toEqual({});
});
