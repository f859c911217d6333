import { expect, it } from 'vitest';
import { htmlToMarkdown } from '../../scripts/build/html-to-markdown.ts';

const read = (html: string) => htmlToMarkdown(`<main>${html}</main>`, 'https://x.example').trim();

it.each([
  ['headings', '<h1>One</h1><p>Text</p><h2 id="two">Two</h2>', '# One\n\nText\n\n## Two'],
  [
    'links of ours and of others',
    '<p>See <a href="/docs/keys#a">keys</a> or <a href="https://y.example">y</a>.</p>',
    'See [keys](https://x.example/docs/keys#a) or [y](https://y.example).',
  ],
  [
    'code in a sentence',
    '<p>Send <code>a_b</code>, then <b>wait</b>.</p>',
    'Send `a_b`, then **wait**.',
  ],
  ['texts that React divides', '<p>At most <!-- -->5<!-- --> calls</p>', 'At most 5 calls'],
  [
    'code with its lines, spaces and language',
    '<pre data-language="sh"><code><span>curl</span> x \\\n  -d \'{"a": 1}\'\n</code></pre>',
    '```sh\ncurl x \\\n  -d \'{"a": 1}\'\n```',
  ],
  [
    'tables',
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td><code>x</code></td><td>1 | 2</td></tr></tbody></table>',
    '| A | B |\n| --- | --- |\n| `x` | 1 \\| 2 |',
  ],
  [
    'lists within lists',
    '<ul><li>One<ul><li>Inner</li></ul></li><li>Two</li></ul>',
    '- One\n  - Inner\n\n- Two',
  ],
  [
    'terms, and the names of code',
    '<dl><dt>Who</dt><dd>Anyone.</dd></dl><figure><figcaption>curl</figcaption><pre>curl<!-- --> x</pre></figure>',
    '**Who**\n\nAnyone.\n\ncurl:\n\n```\ncurl x\n```',
  ],
  ['code as one piece', '<code><b>GET</b> /a_b/</code>', '`GET /a_b/`'],
  ['numbered lists', '<ol><li>One</li><li>Two</li></ol>', '1. One\n2. Two'],
  ['what is not for reading', '<nav>Menu</nav><p>Text</p><button>Copy</button><svg></svg>', 'Text'],
  ['characters that HTML escapes', '<p>a &lt; b &amp; c</p>', 'a < b & c'],
])('it keeps %s', (_, html, markdown) => {
  expect(read(html)).toBe(markdown);
});

it('leaves out what is outside of the content', () => {
  expect(htmlToMarkdown('<header>Top</header><main><p>In</p></main><footer>End</footer>', '')).toBe(
    'In\n',
  );
});
