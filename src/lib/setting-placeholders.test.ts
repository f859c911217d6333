import { expect, test } from 'vitest';
import { fillSettings, placeholderMark, settingPlaceholders } from './setting-placeholders.ts';

const settings = {
  siteUrl: 'https://x.example',
  supportUrl: '/help',
  termsUrl: '/terms$&',
  privacyUrl: 'https://x.example/privacy',
  analyticsTagId: '',
  testMode: 'on',
};

test('every placeholder is replaced by its setting, word for word', () => {
  const printed = JSON.stringify(settingPlaceholders);
  expect(JSON.parse(fillSettings(printed, settings))).toEqual(settings);
  expect(fillSettings(`${settingPlaceholders.siteUrl}/blog`, settings)).toBe(
    'https://x.example/blog',
  );
});

test('every placeholder has the mark by which files with placeholders are found', () => {
  for (const text of Object.values(settingPlaceholders)) expect(text).toContain(placeholderMark);
});

test('a placeholder that no setting has is refused', () => {
  expect(() => fillSettings('https://other.placeholder.invalid', settings)).toThrow('unknown');
});
