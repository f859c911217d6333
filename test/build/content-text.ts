// The text of the pages in content/ as a visitor reads it, for the checks of its style.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const content = path.resolve(import.meta.dirname, '../../content');

type Head = Record<string, unknown>;
export type PageText = {
  file: string;
  head: Head;
  /** The headings of the sections. */
  headings: string[];
  /** Whole sentences, paragraph by paragraph: of the body, and the leads and answers. */
  paragraphs: string[];
  words: number;
  /** All visible text without code and without addresses. */
  visible: string;
};

/** Every page, without checking its frontmatter. */
export const readPageTexts = (): PageText[] =>
  readdirSync(content, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mdx'))
    .map((file) => file.replaceAll(path.sep, '/'))
    .toSorted()
    .map((file) => readPageText(file, readFileSync(path.join(content, file), 'utf8')));

export function readPageText(file: string, source: string): PageText {
  const [, yaml = '', rest = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  const head = parse(yaml) as Head;
  const body = withoutCode(rest);
  const sections = [...body.matchAll(/<Section\b[^>]*?\btitle="([^"]+)"/g)];
  const markdown = [...body.matchAll(/^#{2,3} (.+)$/gm)];
  return {
    file,
    head,
    headings: [...sections, ...markdown].map(([, heading = '']) => heading),
    paragraphs: [...listSentences(head), ...listParagraphs(body)],
    words: countWords(head, body),
    visible: [...listStrings(removeAddresses(head)), withoutMarks(body)].join('\n'),
  };
}

/** What a visitor reads of a page of a collection, without code, title and diagram. */
function countWords(head: Head, body: string): number {
  const { tagline, lead, signs, parts, deliverables, questions, nextStep } = head;
  const { label, path: address, ...next } = (nextStep ?? {}) as Head;
  const read = listStrings([tagline, lead, signs, parts, deliverables, questions, next]);
  return listWords(`${read.join(' ')} ${withoutMarks(body)}`).length;
}

const listWords = (text: string) => text.match(/[A-Za-z0-9'-]{2,}|\bI\b|\ba\b/g) ?? [];

const withoutCode = (text: string) =>
  text
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/`[^`\n]+`/g, 'code')
    .replaceAll(/\]\([^)]*\)/g, ']');

/** Frontmatter that is addresses or names of other things is no text of the page. */
function removeAddresses(head: Head): Head {
  const { keywords, related, technologies, industries, services, diagram, jsonLd, ...rest } = head;
  const { shelf, glyph, capture, layout, icon, published, updated, tags, collection, ...text } =
    rest;
  return text;
}

const listStrings = (value: unknown): string[] => {
  if (typeof value === 'string') return value.startsWith('/') ? [] : [value];
  return typeof value === 'object' && value ? Object.values(value).flatMap(listStrings) : [];
};

function listSentences({ tagline, lead, questions, nextStep }: Head): string[] {
  const answers = (questions as { answer: string }[] | undefined)?.map(({ answer }) => answer);
  const { text } = (nextStep ?? {}) as { text?: string };
  return [tagline, lead, ...(answers ?? []), text].filter((one) => typeof one === 'string');
}

/** Leads, notes and running text, in their order; tables and names of steps are no sentences. */
const listParagraphs = (body: string) =>
  body
    .replaceAll(/<Comparison[\s\S]*?\/>/g, '\n\n')
    .replaceAll(/<\/?[A-Z][^>]*>/g, (tag) => {
      const read = tag.matchAll(/\b(?:lead|note|text)="([^"]+)"/g);
      return ['', ...[...read].map(([, text]) => text), ''].join('\n\n');
    })
    .replaceAll(/^\s*(?:\||#|import |export ).*$/gm, '\n')
    // A link after the last sentence leads on, and is no part of the text.
    .replaceAll(/(?<=[.?!]["')]?\s+)\[[^\]]*\]\.\s*$/gm, '')
    .split(/\n\s*\n/)
    .map((one) =>
      one
        .replaceAll(/[*[\]]|^\s*(?:[-*]|\d+\.) /gm, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((one) => /[.?!]["')]?$/.test(one) && listWords(one).length > 3);

/** The values of attributes stay, the names of elements and attributes go. */
const withoutMarks = (body: string) =>
  body
    .replaceAll(/\b(?:shape|action|path|href)="[^"]*"/g, ' ')
    .replaceAll(/<\/?[A-Za-z]+|\b\w+=(?=["{])|\b(?:name|cells|path|action|text):/g, ' ');

export const sentencesIn = (paragraph: string): string[] =>
  paragraph.split(/(?<=[.?!]["')]?)\s+(?=["'(]?[A-Z0-9])/);

/** The school grade by Flesch and Kincaid; syllables are estimated by groups of vowels. */
export function readingGrade(paragraphs: readonly string[]): number {
  const sentences = paragraphs.flatMap(sentencesIn);
  const words = sentences.flatMap((one) => one.match(/[A-Za-z]+(?:'[a-z]+)?/g) ?? []);
  const syllables = words.reduce((sum, word) => sum + countSyllables(word), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
}

const countSyllables = (word: string) => {
  const spoken = word.toLowerCase().replace(/(?:[^laeiouy]es|[^t]ed|[^l]e)$/, '');
  return Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 0);
};
