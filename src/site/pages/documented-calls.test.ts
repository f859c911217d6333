import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readOpenApiDocuments } from '#test/readers/openapi-documents.ts';
import { listContentPages } from './content-pages.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** `{id}`, `:id`, `$ID` and a plain number or UUID all stand for a parameter. */
const toPattern = (call: string) =>
  new RegExp(`^${call.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`);
const patterns = readOpenApiDocuments()
  .flatMap(({ paths }) => Object.entries(paths))
  .map(([call, methods]) => ({
    pattern: toPattern(call),
    methods: Object.keys(methods).map((method) => method.toUpperCase()),
  }));

const mention = /(?:\b(GET|POST|PUT|PATCH|DELETE) )?(?:https:\/\/HOST)?(\/apix\/[\w./:${}-]*)/g;
/** What calls start with; the clients of others are given the second. */
const known = ['/apix/schema/', '/apix/', '/apix/v1', '/apix/v1/'];

test('every endpoint that a page mentions exists with its method', () => {
  const wrong = listContentPages().flatMap(({ file }) => {
    const text = readFileSync(path.join(root, 'content', file), 'utf8');
    return [...text.matchAll(mention)]
      .filter(([, method, call = '']) => {
        if (known.includes(call)) return false;
        const found = patterns.find(({ pattern }) => pattern.test(call));
        return !found || (method && !found.methods.includes(method));
      })
      .map(([words]) => `${file}: ${words}`);
  });
  expect(wrong).toEqual([]);
});
