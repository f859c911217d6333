import { expect, test } from 'vitest';
import { cleanAppName, isOwnName } from './app-names.ts';

test.each([
  ['Loom', 'Loom'],
  ['  My\n\n app\t', 'My app'],
  ['Support\u202E evil\u2066', 'Support evil'],
  ['a\u200Bb\uFEFFc\u00ADd\u3164e', 'abcde'],
  ['Cafe\u0301', 'Café'],
  ['ไทย', 'ไทย'],
  ['\u0000\u200E', ''],
])('%j is shown as %j', (name, expected) => expect(cleanAppName(name)).toBe(expected));

test.each([
  'Weftline',
  'WEFTLINE Support',
  'w e f t l i n e',
  'Weft-line',
  'Wеftlіnе',
  'Ｗｅｆｔｌｉｎｅ',
  'W3ft1ine',
  'VVeftline',
  'Wéftlïne',
  '𝐖𝐞𝐟𝐭𝐥𝐢𝐧𝐞',
  'W℮ftline',
  'ᴡᴇꜰᴛʟɪɴᴇ',
  'Ꮃeftline',
  'Weſtline',
  'Weft|ine',
  'Weftl1ne',
])('%s could be taken for ours', (name) => expect(isOwnName(name)).toBe(true));

test.each(['Loom', 'Weft', 'Line of wefts', 'Cursor', ''])('%s is a name of its own', (name) =>
  expect(isOwnName(name)).toBe(false),
);
