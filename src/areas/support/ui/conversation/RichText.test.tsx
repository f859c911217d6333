import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { RichText } from './RichText.tsx';

const show = async (html: string) => (await render(<RichText html={html} />)).container;

test('shows lists, tables, links and struck-out words', async () => {
  const container = await show(
    '<p>A <strong>blank</strong> <s>page</s></p><ol start="3"><li>a</li></ol><table><tbody><tr><th>h</th><td colspan="2">b</td></tr></tbody></table><a href="https://a.example/">a</a>',
  );
  expect(container.querySelector('strong')?.textContent).toBe('blank');
  expect(container.querySelector('ol')?.start).toBe(3);
  expect(container.querySelector('td')?.colSpan).toBe(2);
  expect(container.querySelector('a')?.rel).toContain('noopener');
  // It scrolls by itself, also by keyboard.
  expect(container.querySelector('table')?.parentElement?.tabIndex).toBe(0);
});

test.each([
  '<script>globalThis.hacked = 1</script>',
  '<img src="https://tracker.example/x.gif" onerror="globalThis.hacked = 1">',
  '<img src="//tracker.example/x.gif">',
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '<a href="javascript:globalThis.hacked=1">press</a>',
  '<form action="https://evil.example"><input></form>',
  '<svg><a href="javascript:1"></a></svg>',
  '<p style="position:fixed" onclick="globalThis.hacked=1" id="root">a</p>',
])('whatever the server sends, %s does nothing', async (html) => {
  const container = await show(html);
  expect(container.querySelector('script,img,iframe,form,input,svg,[style],[onclick],[id]')).toBe(
    null,
  );
  expect(container.querySelector('a')?.hasAttribute('href') ?? false).toBe(false);
  expect(globalThis).not.toHaveProperty('hacked');
});

test('pictures of the ticket are in place', async () => {
  const container = await show('<img src="/apix/support/attachments/f1/?signature=x" alt="Chart">');
  expect(container.querySelector('img')?.alt).toBe('Chart');
});
