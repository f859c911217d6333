import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, resetBrowser, stubApi } from '#test/browser/screens.tsx';
import { People, Team } from './People.tsx';
import type { Person } from './read-people.ts';

const { people } = vi.hoisted(() => ({ people: [] as Person[] }));
vi.mock('./people.ts', () => ({ people }));

const About = () => (
  <>
    <Team>
      <p>All of us read it.</p>
    </Team>
    <People />
  </>
);
const open = () => renderScreen('/company/about', [{ path: '/company/about', element: About }]);

beforeEach(() => {
  resetBrowser();
  stubApi({});
  people.length = 0;
});

test('without people a text says who answers, and no section is shown', async () => {
  await open();
  await expect.element(page.getByText('All of us read it.')).toBeVisible();
  expect(page.getByRole('heading').elements()).toEqual([]);
});

test('people are shown instead, where the links of their articles lead', async () => {
  people.push({
    id: 'ada-example',
    name: 'Ada Example',
    role: 'Engineer',
    city: 'San Francisco',
    timeZone: 'America/Los_Angeles',
    about: 'Ledgers.',
  });
  await open();
  await expect.element(page.getByText('Ada Example').first()).toBeVisible();
  expect(page.getByText('All of us read it.').elements()).toEqual([]);
  expect(page.getByRole('heading', { name: 'Who answers' }).elements()).toHaveLength(1);
  expect(document.getElementById('ada-example')?.textContent).toContain('America/Los Angeles');
});
