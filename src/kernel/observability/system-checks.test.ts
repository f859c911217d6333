import { expect, test } from 'vitest';
import { createSystemChecks, type PartHealth } from './system-checks.ts';

const fine: PartHealth = { state: 'ok', message: 'Answers.' };
const never = () => new Promise<PartHealth>(() => undefined);

function createChecks(timeoutMs?: number) {
  const lines: object[] = [];
  const log = { warn: (facts: object) => void lines.push(facts) } as never;
  return { checks: createSystemChecks(log, timeoutMs), lines };
}

test('every part is read, in the order of its registration', async () => {
  const { checks } = createChecks();
  const last = Promise.withResolvers<PartHealth>();
  checks.add({ name: 'database', title: 'Database', read: () => last.promise });
  checks.add({
    name: 'mail',
    title: 'Mail',
    read: async () => {
      last.resolve(fine);
      return { state: 'warning', message: 'Slow.' };
    },
  });
  expect(await checks.readAll()).toEqual([
    { name: 'database', title: 'Database', ...fine },
    { name: 'mail', title: 'Mail', state: 'warning', message: 'Slow.' },
  ]);
});

test('a check that fails is logged, and what it said is not shown', async () => {
  const { checks, lines } = createChecks();
  const read = () => Promise.reject(new Error('password authentication failed for "ada"'));
  checks.add({ name: 'mail', title: 'Mail', read });
  checks.add({ name: 'disk', title: 'Disk', read: async () => fine });
  const [mail, disk] = await checks.readAll();
  expect(mail).toMatchObject({ state: 'down', message: 'The check failed; the log says why.' });
  expect(disk).toMatchObject(fine);
  expect(lines).toMatchObject([{ part: 'mail' }]);
});

test('a check without an answer is down after the time limit', async () => {
  const { checks } = createChecks(0);
  checks.add({ name: 'storage', title: 'Storage', read: never });
  expect(await checks.readAll()).toMatchObject([
    { state: 'down', message: 'No answer within 0 seconds.' },
  ]);
});

test('a command reads what is true outside of the server, and calls services', async () => {
  const { checks } = createChecks();
  const call = async () => ({ ...fine, message: 'Accepts the login.' });
  checks.add({ name: 'mail', title: 'Mail', read: async () => fine, call });
  checks.add({ name: 'gateway', title: 'Gateway', read: never, isOfServer: true });
  expect(await checks.readOutside()).toEqual([{ name: 'mail', title: 'Mail', ...fine }]);
  expect(await checks.callAll()).toEqual([{ name: 'mail', title: 'Mail', ...(await call()) }]);
});

test('names are unique', () => {
  const { checks } = createChecks();
  const check = { name: 'mail', title: 'Mail', read: never };
  checks.add(check);
  expect(() => checks.add(check)).toThrow('mail');
});
