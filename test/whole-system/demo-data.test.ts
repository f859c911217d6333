// The first that somebody sees who tries the product: the demo data agrees with itself.
import { expect, test } from 'vitest';
import { seedEverything } from '../../src/seed.ts';
import { checkFigures } from '../figures/check-figures.ts';
import { createReader } from '../figures/read-figures.ts';
import { useApp } from '../harness.ts';

const t = useApp();

test('the demo data agrees with itself wherever it is shown', async () => {
  await seedEverything(t.kernel, t.areas);
  const demo = await t.signIn('demo@example.com');
  await checkFigures(t, demo);
  const { usage, get } = createReader(t, demo);
  const { count } = await usage({ endpoint: '/apix/data_proxy/gateway/' });
  const path = '/apix/data_proxy/resources/prices/';
  expect(await get(path)).toMatchObject({ requests_total: count });
  expect(count).toBeGreaterThan(1000);
});
