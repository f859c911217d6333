import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, stubApi } from '#test/browser/screens.tsx';
import { Artifact } from './Artifact.tsx';
import { artifacts, casePath } from './artifacts.ts';

const Case = () => (
  <>
    <Artifact name="drawing">Columns and lines</Artifact>
    <Artifact name="load">763 ms</Artifact>
  </>
);
const open = (hash: string) => renderScreen(casePath + hash, [{ path: casePath, element: Case }]);

beforeEach(() => {
  resetBrowser();
  stubApi({});
});
afterEach(resetBrowser);

test('an artifact opens in place', async () => {
  await open('');
  await expect.element(page.getByText('763 ms')).not.toBeVisible();
  await userEvent.click(page.getByText(artifacts.load.title));
  await expect.element(page.getByText('763 ms')).toBeVisible();
});

test('a link to an artifact opens that one only', async () => {
  await open('#load');
  await expect.element(page.getByText('763 ms')).toBeVisible();
  await expect.element(page.getByText('Columns and lines')).not.toBeVisible();
});
