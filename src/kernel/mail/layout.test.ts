import { expect, test } from 'vitest';
import { renderMail } from './layout.ts';
import { bigCode, facts, linkButton, paragraph } from './mail-content.ts';

const link = 'https://site.example/dashboard?a=1&b=2';
const content = {
  siteName: 'Weftline',
  preview: 'It is good for 10 minutes.',
  heading: 'Your sign-in code',
  body: [
    paragraph('Hello <script>alert(1)</script> & welcome.'),
    bigCode('123456'),
    linkButton('Open the dashboard', link),
    facts([
      ['Amount', '12.00 EUR'],
      ['Paid with', 'a card'],
    ]),
  ],
  footer: 'You get this mail because your address was entered.',
};

test('texts are escaped in the HTML part', () => {
  const { html } = renderMail(content);
  expect(html).toContain('Hello &lt;script&gt;alert(1)&lt;/script&gt; &amp; welcome.');
  expect(html).not.toContain('<script');
});

test('the HTML loads nothing, declares its language and supports dark mode', () => {
  const { html } = renderMail(content);
  expect(html).not.toMatch(/<img|<link|url\(|@import|@font-face| src=/i);
  expect(html).toContain('lang="en"');
  expect(html).toContain('prefers-color-scheme: dark');
});

test('the plain text has the same content', () => {
  const { text } = renderMail(content);
  expect(text.split(/\n+/)).toEqual([
    'Weftline',
    'Your sign-in code',
    'Hello <script>alert(1)</script> & welcome.',
    '123456',
    `Open the dashboard ${link}`,
    'Amount      12.00 EUR',
    'Paid with   a card',
    'You get this mail because your address was entered.',
    '',
  ]);
});
