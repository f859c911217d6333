import { expect, test } from 'vitest';
import { seedAccounts } from '#areas/accounts/server/index.ts';
import { useApp } from '#test/harness.ts';
import { seedStatus } from './seed.ts';

const t = useApp();

test('the demo history agrees with its incidents, and is created once', async () => {
  await seedAccounts(t.kernel);
  await seedStatus(t.areas.status);
  await seedStatus(t.areas.status);
  const { components, incidents } = await t.areas.status.reader.read();
  expect(incidents.map(({ state }) => state)).toEqual(['resolved']);
  const transcription = components.find(({ name }) => name === 'transcription')!;
  expect(transcription.days).toHaveLength(89);
  const [disturbed, ...others] = transcription.days.filter((day) => day.down_minutes > 0);
  expect(disturbed).toMatchObject({
    day: incidents[0]!.started_at.slice(0, 10),
    down_minutes: 47,
    up_minutes: 1393,
  });
  expect(others).toEqual([]);
});
