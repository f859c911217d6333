import { expect, test } from 'vitest';
import { importDay as date } from '#test/factories/gathered-import.ts';
import { ruleSetNotFound } from '../../../wire/calculations/calculations.ts';
import { readRuleFiles } from '../../rule-sets/rule-files.ts';
import { chooseRules } from './choose-rules.ts';

const published = readRuleFiles().map((body, id) => ({ id, body }));
const choose = (country: string, regime?: string) =>
  chooseRules({ kind: 'vehicle', country, date, regime }, published).body.id;

test('the rules of the country and of the importer, by default a private person', () => {
  expect(choose('UA')).toBe('ua.vehicle');
  expect(choose('RU')).toBe('ru.vehicle.individual');
  expect(choose('RU', 'legal_entity')).toBe('ru.vehicle.legal_entity');
});

test('without rules the countries that have some are listed', () => {
  const available = expect.arrayContaining(['DE', 'RU', 'UA']);
  expect(() => choose('ZA')).toThrow(
    expect.objectContaining({ declaration: ruleSetNotFound, data: { available } }),
  );
});
