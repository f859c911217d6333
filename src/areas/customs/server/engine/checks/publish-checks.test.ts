import { expect, test } from 'vitest';
import { readRuleFiles } from '../../rule-sets/rule-files.ts';
import { validateForPublishing } from '../../rule-sets/validate-for-publishing.ts';
import type { RuleSet } from '../rules/rule-set.ts';

const ruleSets = readRuleFiles();
type Loose = RuleSet & {
  // biome-ignore lint/suspicious/noExplicitAny: what is broken here is of no type.
  [part in 'steps' | 'tables' | 'sources']: any;
};

/** A set of the files, broken by `change`. */
function broken(id: string, change: (ruleSet: Loose) => void): RuleSet {
  const copy = structuredClone(ruleSets.findLast((one) => one.id === id)) as Loose;
  change(copy);
  return copy;
}
const findProblems = async (id: string, change: (ruleSet: Loose) => void) =>
  (await validateForPublishing(broken(id, change), [])).problems.join('\n');

test('a rate typed wrongly is found in a cell, in a bound, and in a duty', async () => {
  const inCell = await findProblems('do.vehicle', ({ tables }) => {
    tables.co2.rows[3].rate = '30';
  });
  expect(inCell).toContain('table co2 has a rate of 30');
  const inPart = await findProblems('ca.vehicle', ({ steps }) => {
    steps.find(({ code }: { code: string }) => code === 'LUXURY').of[0].rate = '10';
  });
  expect(inPart).toContain('LUXURY has a rate of 10');
  const inDuty = await findProblems('ru.goods', ({ tables }) => {
    const nested = (row: { duty: { of?: { r?: string }[] } }) => row.duty.of?.find(({ r }) => r);
    nested(tables.tariff.rows.find(nested)!)!.r = '12.5';
  });
  expect(inDuty).toContain('table tariff has a rate of 12.5');
});

test('an unverified source of a tariff row requires the set to be marked as to be verified', async () => {
  const unmarked = await findProblems('ca.goods', (ruleSet) => {
    delete ruleSet.verify;
  });
  expect(unmarked).toContain('table tariff rests on a source to be verified');
  const missing = await findProblems('ca.goods', ({ tables }) => {
    tables.tariff.rows[0].source = 'nobody';
  });
  expect(missing).toContain('table tariff names the missing source "nobody"');
});

test('a source that nobody can follow is found', async () => {
  const unknown = await findProblems('us.vehicle', ({ sources }) => {
    delete sources[0].url;
    delete sources[0].reference;
  });
  expect(unknown).toContain('the source "hts-8703" has no address');
  expect(unknown).toContain('the source "hts-8703" has no reference to an article or heading');
});

test('gaps between sets are warnings only', async () => {
  const late = broken('us.vehicle', (ruleSet) => {
    ruleSet.effective_from = '2026-10-02';
  });
  const { problems, warnings } = await validateForPublishing(
    late,
    ruleSets.filter(({ effective_from }) => effective_from !== '2026-10-01'),
  );
  expect(problems).toEqual([]);
  expect(warnings).toEqual(['the days before it have no rules']);
  const early = broken('us.vehicle', (ruleSet) => {
    Object.assign(ruleSet, { version: 1, effective_from: '2025-11-01' });
    ruleSet.effective_to = '2026-09-29';
  });
  expect(
    await validateForPublishing(
      early,
      ruleSets.filter(({ effective_from }) => effective_from === '2026-10-01'),
    ),
  ).toMatchObject({ warnings: ['the days after it have no rules'] });
});

test('a limit that the steps on neither side include is found', async () => {
  const hole = await findProblems('do.vehicle', ({ steps }) => {
    const at = steps.findIndex(({ code }: { code: string }) => code === 'CO2');
    const co2 = { fact: 'co2_g_km', value: 220 };
    const step = { ...steps[at], when: undefined };
    steps.splice(
      at,
      1,
      { ...step, rate: '0.01', when: { ...co2, op: 'lt' } },
      { ...step, rate: '0.02', when: { ...co2, op: 'gt' } },
    );
  });
  expect(hole).toContain('CO2 is charged as on neither side at co2_g_km 220');
});
