// The public pages: their list is derived from the rules, and each says only what they say.
import { describe, expect, test } from 'vitest';
import { listInForce } from '../rule-sets/choose-rule-set.ts';
import { readRuleFiles } from '../rule-sets/rule-files.ts';
import type { PublishedRuleSet } from '../rule-sets/rule-set-store.ts';
import { vehicleCategories } from './example-vehicles.ts';
import { listVehiclePages, pagesDay } from './vehicle-pages.ts';

const ruleSets = readRuleFiles();
const pages = listVehiclePages(ruleSets);
const repeated = (values: readonly string[]) =>
  values.filter((value, at) => values.indexOf(value) !== at);

describe('the list of pages', () => {
  test('has each country once, and each path, title, heading and description', () => {
    const countries = pages.filter(({ category }) => category === null);
    expect(countries.length).toBeGreaterThan(40);
    for (const name of ['path', 'title', 'heading', 'description'] as const)
      expect(repeated(pages.map((page) => page[name]))).toEqual([]);
    expect(repeated(countries.map(({ country }) => country))).toEqual([]);
    expect(pages.every(({ path }) => /^\/customs\/[a-z-]+\/vehicles(\/[a-z-]+)?$/.test(path))).toBe(
      true,
    );
  });

  test('has texts that search results show in full', () => {
    const long = pages.filter(
      ({ title, description }) =>
        title.length > 60 || description.length < 50 || description.length > 160,
    );
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test('has a category only where its charges differ from those of the others', () => {
    const listCharges = (page: (typeof pages)[number]) =>
      JSON.stringify(page.lines.map(({ label, rate, status }) => [label, rate, status]));
    for (const own of Object.values(Object.groupBy(pages, ({ country }) => country)))
      expect(repeated((own ?? []).map(listCharges))).toEqual([]);
    expect(pages.some(({ category }) => category === 'motorcycle')).toBe(true);
    const slugs = vehicleCategories.map(({ slug }) => slug);
    expect(pages.filter(({ category }) => category && !slugs.includes(category))).toEqual([]);
  });

  test('follows the rules in force', () => {
    const rows = ruleSets.map((body, id) => ({ id, body }) as PublishedRuleSet);
    const titles = new Set(listInForce(rows, pagesDay).map(({ body }) => body.title));
    expect(pages.filter(({ rules }) => !titles.has(rules.title))).toEqual([]);
    expect(listVehiclePages(ruleSets, '1999-01-01')).toEqual([]);
  });
});

describe('a page', () => {
  test('never shows an amount for what is unknown, and lists it', () => {
    for (const { lines, example, unknown } of pages) {
      const open = lines.filter(({ status }) => status === 'unknown');
      const isOpen = open.length > 0 || lines.some(({ isMinimum }) => isMinimum);
      // A question of the rules can leave a total open whose lines are known.
      expect(example.isMinimum || !isOpen).toBe(true);
      for (const { label, rate } of open) {
        expect(rate).toBeNull();
        expect(unknown.map(([name]) => name)).toContain(label);
      }
    }
  });

  test('has a source for every charge that it knows', () => {
    for (const { path, lines, sources } of pages)
      for (const { label, status, sources: numbers } of lines.filter(
        (line) => line.status !== 'unknown',
      )) {
        expect(numbers.length, `${path}: ${label}, ${status}`).toBeGreaterThan(0);
        expect(sources[(numbers[0] ?? 0) - 1]?.title).toBeDefined();
      }
  });

  test('states its example in full: every fact, for the calculator too', () => {
    for (const { example } of pages) {
      expect(example.facts[0]?.[0]).toBe('Price');
      expect(example.values.price).toMatch(/^\d0*$/);
      expect(example.values).not.toHaveProperty('destination_country');
    }
  });
});
