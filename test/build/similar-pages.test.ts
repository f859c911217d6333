// No two pages have the same text with other nouns.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listContentPages } from '#site/pages/content-pages.ts';
import { findSimilar, type Text } from './similar-texts.ts';

const content = path.resolve(import.meta.dirname, '../../content');

/** The visible text: without code, tags and front matter keys. */
const listWords = (source: string) =>
  source
    .replaceAll(/^```[\s\S]*?^```/gm, ' ')
    .replaceAll(/^\s*-?\s*\w+:/gm, ' ')
    .replaceAll(/<\/?\w+|\w+=(?=["{])/g, ' ');

describe('pages', () => {
  it('share at most a fifth of their sequences of eight words', () => {
    const texts = listContentPages().map(({ file }): Text => {
      const source = readFileSync(path.join(content, file), 'utf8');
      return { name: file, words: listWords(source) };
    });
    expect(findSimilar(texts, 0.2)).toEqual([]);
  });
});

describe('findSimilar', () => {
  const sentence = (noun: string) =>
    `We build software for the ${noun} that every company needs and we hand over the code with its tests on the first day of the work`;

  it('finds a paragraph whose noun was replaced, and reports how much is shared', () => {
    const texts = ['shop', 'bank'].map((noun) => ({ name: noun, words: sentence(noun) }));
    expect(findSimilar(texts, 0.2)).toEqual([expect.stringMatching(/^shop and bank share \d+ %$/)]);
  });

  it('ignores texts that have only a few words in common', () => {
    const texts = [
      { name: 'a', words: `${sentence('shop')} ${'one two three four five six '.repeat(1)}` },
      {
        name: 'b',
        words: 'A ledger keeps what moved, and nobody may change a line of it later on.',
      },
    ];
    expect(findSimilar(texts, 0.2)).toEqual([]);
  });
});
