import { expect, test } from 'vitest';
import { splitText } from './split-text.ts';

const sentence = 'The parcel has left the harbour, and it will arrive on Friday. ';

test('splits after whole sentences, and loses nothing', () => {
  const text = `${sentence}Good. ${sentence}`;
  expect(splitText(text)).toEqual([sentence, `Good. ${sentence}`]);
});

test('short texts stay whole', () => {
  for (const text of ['Good morning.', 'One. Two. Three.', '?!'])
    expect(splitText(text)).toEqual([text]);
});

test('no part is without a letter or a digit', () => {
  const dashes = `${'-'.repeat(80)}. `;
  expect(splitText(`${dashes}${sentence}${dashes}`)).toEqual([`${dashes}${sentence}${dashes}`]);
  expect(splitText(`${sentence}\n${dashes}`)).toHaveLength(1);
});

test('sentences of other scripts end at their own marks', () => {
  const chinese = '包裹已经离开港口。'.repeat(20);
  const parts = splitText(chinese);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.join('')).toBe(chinese);
});
