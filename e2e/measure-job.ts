// Counts the clicks and the typed fields of a job, done as a person does it. A choice in a list is two
// clicks; a field that is filled is one group of keystrokes, however it is reached by keys.
import { expect, type Locator, type Page } from '@playwright/test';

type Work = { clicks: number; typed: number };

/** Counts what a person does. */
function countWork() {
  const work: Work = { clicks: 0, typed: 0 };
  return {
    work,
    async click(target: Locator) {
      work.clicks += 1;
      await target.click();
    },
    async choose(target: Locator, option: string) {
      work.clicks += 2;
      await target.selectOption(option);
    },
    async type(target: Locator, text: string) {
      work.typed += 1;
      await target.fill(text);
    },
  };
}
export type Person = ReturnType<typeof countWork>;

/** Does a job, and fails if it takes more work than it may. */
export async function measureJob(most: Work, act: (person: Person) => Promise<unknown>) {
  const person = countWork();
  await act(person);
  expect(person.work.clicks).toBeLessThanOrEqual(most.clicks);
  expect(person.work.typed).toBeLessThanOrEqual(most.typed);
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
export const sidebar = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).first();
