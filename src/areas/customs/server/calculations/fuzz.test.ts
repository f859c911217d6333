import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { arbitraryImport } from '#test/factories/customs-imports.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { readRuleFiles } from '../rule-sets/rule-files.ts';

const t = useApp();
const readFolder = (kind: string) =>
  `/apix/data_customs/${kind === 'goods' ? 'custom' : 'vehicle'}-calculation/calculate/`;
const ruleSets = readRuleFiles();
const runs = { numRuns: 120 };
let who: SignedIn;

beforeAll(async () => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
  who = await t.signIn('fuzzer@example.com');
});

async function fetchStatus(url: string, body: unknown): Promise<number> {
  return (await send(t, 'POST', url, body as object, { headers: who.headers })).status;
}

const odd = fc.oneof(
  fc.constantFrom<unknown>('', ' ', '0', '-1', '1e309', 'NaN', '\0', '９', '0x10', null, [], {}),
  fc.constantFrom<unknown>('9'.repeat(15), '0.00000001', '1985-13', '2026', 'XX', 'ZZZ', true),
  fc.string(),
  fc.double(),
  fc.jsonValue({ maxDepth: 2 }),
);

test('any facts of the right shape are calculated', async () => {
  const anything = fc
    .constantFrom(...ruleSets)
    .chain((ruleSet) => arbitraryImport(ruleSet).map((input) => ({ ruleSet, input })));
  await fc.assert(
    fc.asyncProperty(anything, async ({ ruleSet, input }) => {
      const status = await fetchStatus(`${readFolder(ruleSet.kind)}?preview=true`, input);
      expect([200, 400, 422]).toContain(status);
    }),
    runs,
  );
});

test('odd values are rejected or calculated, and nothing fails', async () => {
  const oddly = fc.constantFrom(...ruleSets).chain((ruleSet) =>
    fc
      .tuple(
        arbitraryImport(ruleSet),
        fc.array(fc.tuple(fc.nat(), odd), { minLength: 1, maxLength: 4 }),
      )
      .map(([input, changes]) => {
        const names = Object.keys(input);
        const changed = changes.map(([at, value]) => [names[at % names.length]!, value]);
        return { ruleSet, input: { ...input, ...Object.fromEntries(changed) } };
      }),
  );
  await fc.assert(
    fc.asyncProperty(oddly, async ({ ruleSet, input }) => {
      expect(await fetchStatus(readFolder(ruleSet.kind), input)).toBeLessThan(500);
    }),
    runs,
  );
});

test('bodies that are not facts are rejected', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.constantFrom('goods', 'vehicle'), async (body, kind) => {
      expect(await fetchStatus(readFolder(kind), body)).toBeLessThan(500);
    }),
    { numRuns: 60 },
  );
});
