import { expect, test } from 'vitest';
import { toSrt, toTimedText, toVtt } from './subtitles.format.ts';

const lines = [
  { start: 0, end: 1.5, text: 'Hello <there> & you' },
  { start: 1.5, end: 2, text: '  ' },
  { start: 3661.0006, end: 3662.9996, text: 'two\n\nlines --> here', speaker: 'A' },
];

test('SRT numbers cues, uses CRLF, and leaves out empty segments', () => {
  expect(toSrt(lines)).toBe(
    [
      '1\r\n00:00:00,000 --> 00:00:01,500\r\nHello <there> & you\r\n',
      '2\r\n01:01:01,001 --> 01:01:03,000\r\nA: two\r\nlines → here\r\n',
    ].join('\r\n'),
  );
});

test('WebVTT escapes markup', () => {
  expect(toVtt(lines)).toBe(
    [
      'WEBVTT\n',
      '00:00:00.000 --> 00:00:01.500\nHello &lt;there&gt; &amp; you\n',
      '01:01:01.001 --> 01:01:03.000\nA: two\nlines --&gt; here\n',
    ].join('\n'),
  );
});

test('timed text has a paragraph per segment; without speech it is empty', () => {
  expect(toTimedText(lines)).toBe(
    '[00:00:00] Hello <there> & you\n[01:01:01] A: two\nlines --> here\n',
  );
  expect([toSrt([]), toVtt([]), toTimedText([])]).toEqual(['', 'WEBVTT\n', '']);
});
