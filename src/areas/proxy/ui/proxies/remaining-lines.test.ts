import { expect, test } from 'vitest';
import { listRemainingLines } from './remaining-lines.ts';

const error = 'Write host:port.';

test('rejected lines remain with their new numbers', () => {
  const text = '203.0.113.1:80\nx\n203.0.113.2:80\r\ny';
  const rejected = [
    { line: 2, error },
    { line: 4, error },
  ];
  expect(listRemainingLines(text, { rejected, rejected_total: 2 })).toEqual({
    text: 'x\ny',
    rejected: [
      { line: 1, error },
      { line: 2, error },
    ],
  });
});

test('CSV keeps its header', () => {
  const text = '\nhost,port\n203.0.113.1,80\n203.0.113.2,x\n';
  const rejected = [{ line: 4, error }];
  expect(listRemainingLines(text, { rejected, rejected_total: 1 })).toEqual({
    text: 'host,port\n203.0.113.2,x',
    rejected: [{ line: 2, error }],
  });
});

test('after the last named line all lines remain', () => {
  const rejected = [{ line: 2, error }];
  const remaining = listRemainingLines('a:1\nx\nb:1\ny', { rejected, rejected_total: 2 });
  expect(remaining).toEqual({ text: 'x\nb:1\ny', rejected: [{ line: 1, error }] });
});

test('JSON keeps the entries by their numbers', () => {
  const text = '{"results": [{"ip": "203.0.113.1", "port": 80}, {"ip": "x"}], "next": null}';
  const rejected = [{ line: 2, error }];
  expect(listRemainingLines(text, { rejected, rejected_total: 1 })).toEqual({
    text: '[\n{"ip":"x"}\n]',
    rejected: [{ line: 1, error }],
  });
  expect(listRemainingLines('{"results": [', { rejected, rejected_total: 1 })).toBeNull();
  expect(listRemainingLines('{"a": 1}', { rejected, rejected_total: 1 })).toBeNull();
});
