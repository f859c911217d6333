import { expect, it } from 'vitest';
import { NumberText, parseExactly, stringifySorted, toJsonNumber } from './decimal-json.ts';

it.each(['170.0', '1e-7', '0.1234567890123456789', '5045208125999999999', '-0', '1.50E+2'])(
  'keeps the number %s as it was written',
  (text) => {
    expect(parseExactly(`{"a":[${text}]}`)).toEqual({ a: [new NumberText(text)] });
    expect(stringifySorted(parseExactly(`{"a":${text}}`))).toBe(`{"a":${text}}`);
  },
);

it('sorts keys at every depth and leaves lists in their order', () => {
  const text = '{"b":{"d":1,"c":[{"z":1,"y":null}]},"a":"x"}';
  expect(stringifySorted(parseExactly(text))).toBe('{"a":"x","b":{"c":[{"y":null,"z":1}],"d":1}}');
});

it('takes a key called __proto__ for a key', () => {
  const text = '{"__proto__":{"a":1},"b":2}';
  expect(stringifySorted(parseExactly(text))).toBe(text);
});

it('writes decimal text as a number with the same digits', () => {
  expect(JSON.stringify({ amount: toJsonNumber('12.50') })).toBe('{"amount":12.50}');
});

it('refuses what is not JSON', () => {
  expect(() => parseExactly('{"a":')).toThrow(SyntaxError);
});
