import { expect, it } from 'vitest';
import { type DuePlace, workOnDue } from './work-on-due.ts';

const places = Array.from({ length: 301 }, (_, n) => ({
  due: new Date(n * 1000).toISOString(),
  id: String(n).padStart(4, '0'),
}));
const list = async (after: DuePlace, limit: number) =>
  places.filter(({ due }) => after.due === '-infinity' || due > after.due).slice(0, limit);

it('works on the row behind 300 failing ones, and logs each failure with its id', async () => {
  const done: string[] = [];
  const logged: unknown[] = [];
  await workOnDue({ error: (entry: object) => logged.push(entry) } as never, {
    list,
    // The first one fails before it returns a promise.
    work: (id) => {
      if (id === '0000') throw new Error(id);
      return id === '0300' ? Promise.resolve(done.push(id)) : Promise.reject(new Error(id));
    },
    failure: 'failed',
  });
  expect(done).toEqual(['0300']);
  expect(logged).toEqual(
    places.slice(0, 300).map(({ id }) => ({ id, err: expect.objectContaining({ message: id }) })),
  );
});
