import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { replyHours } from '#areas/leads/wire/leads.constants.ts';
import { listContentPages } from './content-pages.ts';
import { insertValues } from './content-values.ts';

const content = path.resolve(import.meta.dirname, '../../../content');

test('values are inserted by name, and other braces stay', () => {
  expect(insertValues('within {replyHours} hours, at /keys/{id}/, {"a": 1}')).toBe(
    `within ${replyHours} hours, at /keys/{id}/, {"a": 1}`,
  );
});

test('frontmatter is read with its values', () => {
  const contact = listContentPages().find(({ url }) => url === '/company/contact');
  expect(contact?.page.lead).toContain(`within ${replyHours} hours`);
});

/** Sentences that need a value from content-values.ts in place of a number. */
const promises = {
  replyHours: /\b(?:answers?|repl(?:y|ies))\b[^.;|]*? within (?:\d+ (?:hours|h)\b|a day|one day)/i,
  sessionDays: /\bsessions?\b[^.;,|]* \d+ days\b|\b\d+ days\b[^.;,|]*\bsessions?\b/i,
  accessMinutes: /\baccess token\b[^;|]*?\b\d+ minutes\b/i,
};

test('no page types a promised number itself', () => {
  const typed = listContentPages().flatMap(({ file }) => {
    const source = readFileSync(path.join(content, file), 'utf8').replaceAll(/\s+/g, ' ');
    return Object.entries(promises).flatMap(([name, promise]) => {
      const found = promise.exec(source);
      return found ? [`${file} must use {${name}}: ${found[0]}`] : [];
    });
  });
  expect(typed).toEqual([]);
});

test('the pages make each of these promises', () => {
  const sources = listContentPages().map(({ file }) =>
    readFileSync(path.join(content, file), 'utf8'),
  );
  for (const name of Object.keys(promises))
    expect(sources.some((source) => source.includes(`{${name}}`))).toBe(true);
});
