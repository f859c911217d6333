import { expect, test } from 'vitest';
import { fillTemplate, replyTemplates } from './reply-templates.ts';

test('a template is filled with values of the lead', () => {
  const template = { subject: 'About {subject}', body: 'Hello {name}, {odd}' };
  expect(fillTemplate(template, { name: 'Mona Lind', subject: 'imports' })).toEqual({
    subject: 'About imports',
    body: 'Hello Mona, {odd}',
  });
  expect(fillTemplate(template, { name: 'Mona', subject: '' }).subject).toBe('About your message');
});

test.each(replyTemplates)('$name has no placeholder left', (template) => {
  const filled = fillTemplate(template, { name: 'Mona', subject: 'imports' });
  expect(filled.subject + filled.body).not.toMatch(/[{}]/);
});
