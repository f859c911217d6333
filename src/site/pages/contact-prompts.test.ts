import { expect, test } from 'vitest';
import { contactPrompts } from './contact-prompts.ts';
import { listContentPages } from './content-pages.ts';

test('a page whose call to action leads to the contact form says what it asks for', () => {
  expect(contactPrompts['/projects/invoice-intake']).toEqual({
    label: 'Send ten paid bills',
    text: expect.stringMatching(/^Paid twice/),
  });
});

test('other pages ask for nothing', () => {
  const elsewhere = listContentPages().filter(
    ({ page }) => page.nextStep?.path !== '/company/contact',
  );
  expect(elsewhere.filter(({ url }) => url in contactPrompts)).toEqual([]);
});
