import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { groundColors } from '#lib/brand-colors.ts';
import { ThemeToggle } from './ThemeToggle.tsx';
import { restoreTheme, setTheme, themeKey, themeScript } from './theme.ts';

afterEach(() => {
  for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.remove();
  localStorage.removeItem(themeKey);
  document.documentElement.classList.remove('light');
});

const barsColor = () => document.querySelector<HTMLMetaElement>('meta[name=theme-color]')?.content;
const isLight = () => document.documentElement.classList.contains('light');

test('without a choice the page is dark', () => {
  Function(themeScript)();
  expect(isLight()).toBe(false);
});

test('the script before the first paint shows the stored choice', () => {
  setTheme('light');
  document.documentElement.classList.remove('light');
  Function(themeScript)();
  expect(isLight()).toBe(true);
  expect(barsColor()).toBe(groundColors.light);
});

test('a re-rendered document gets its theme back', () => {
  setTheme('light');
  document.documentElement.classList.remove('light');
  restoreTheme();
  expect(isLight()).toBe(true);
});

test('the toggle names the other theme and changes to it', async () => {
  Function(themeScript)();
  expect(barsColor()).toBe(groundColors.dark);
  await render(<ThemeToggle />);
  await userEvent.click(page.getByRole('button', { name: 'Use the light theme' }));
  expect(isLight()).toBe(true);
  expect(localStorage.getItem(themeKey)).toBe('light');
  expect(barsColor()).toBe(groundColors.light);
  await expect.element(page.getByRole('button', { name: 'Use the dark theme' })).toBeVisible();
});
