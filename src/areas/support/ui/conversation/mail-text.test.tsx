import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { Markdown } from './Markdown.tsx';
import { toMailMarkdown } from './mail-text.ts';

const show = async (text: string) =>
  (await render(<Markdown text={toMailMarkdown(text)} />)).container;

test.each([
  '# rm -rf build',
  '__init__.py and my_file_name',
  '2*3*4 is 24, **not** 25',
  'first\n--',
  'first\n===',
  '1986. A great year',
  '* one\n* two',
  '![a](https://shop.example/a.png) [b]: c',
  '<b>bold</b> &amp; &lt; \\* ~~struck~~ `code`',
  '```\nif (a) b();\n```',
  'a | b\n--|--\nc | d',
  '    indented\n\ttwice',
  '***',
  '+ 49 30 123456',
  'https://shop.example/a_b_c?x=*y* and ada_l@shop.example',
])('a mail is shown as it was typed: %s', async (text) => {
  const words = (await show(text)).innerText.replaceAll('\u00a0', ' ').trim();
  expect(words).toBe(text.replaceAll('\t', '    ').trim());
});

test('an answer directly below a quote is not part of it', async () => {
  const shown = await show('> Which *browser*?\nFirefox.\n> > Since when?\n> A week.\nMonday.');
  const quotes = [...shown.querySelectorAll('blockquote')].map((one) => one.innerText);
  expect(quotes.join(' ')).toContain('Which *browser*?');
  expect(quotes.join(' ')).not.toMatch(/Firefox|Monday/);
});
