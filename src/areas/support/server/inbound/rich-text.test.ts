import { describe, expect, test } from 'vitest';
import { foldRichText, namePictures } from './fold-rich-text.ts';
import { toRichText } from './rich-text.ts';
import { createSentTexts } from './sent-texts.ts';

describe('the formatting of a mail', () => {
  test.each([
    [
      '<p>One <b>two</b> <strike>three</strike></p>',
      '<p>One <strong>two</strong> <s>three</s></p>',
    ],
    ['<ol start="3"><li>a<li>b</ol>', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['<span style="font-weight: 700; color:red">a</span>', '<strong>a</strong>'],
    ['<a href="https://a.example/" onclick="x()">a</a>', '<a href="https://a.example/">a</a>'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href=" java\nscript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="data:text/html,x">a</a>', '<a>a</a>'],
    ['<p>a<script>alert(1)</script><style>p{}</style></p>', '<p>a</p>'],
    ['<svg><script>alert(1)</script><a href="x">a</a></svg>', '<a>a</a>'],
    ['<iframe src="https://x.example">a</iframe><form><input>b</form>', 'a<div>b</div>'],
    ['<p style="display:none">hidden</p><p hidden>b</p>c', 'c'],
    ['<img src="https://x.example/p.gif" width=1>', ''],
    ['<img src="https://x.example/p.gif" alt="Chart" onerror=x()>', '[Chart]'],
    ['<img src="CID:a@b" alt="Chart">', '<img src="cid:a@b" alt="Chart">'],
    [
      '<math><mtext></mtext></math><noscript><p title="</noscript><img src=x onerror=alert(1)>">',
      '"&gt;',
    ],
    [
      '<table><tr><td colspan="2" bgcolor=red>a</td><td>b</td></tr></table>',
      '<table><tbody><tr><td colspan="2">a</td><td>b</td></tr></tbody></table>',
    ],
    [
      '<table><tr><td>one column</td></tr></table>',
      '<div><div><div><div>one column</div></div></div></div>',
    ],
  ])('%s is %s', (html, rich) => {
    expect(toRichText(html)).toBe(rich);
  });

  test('of too much of it nothing is left', () => {
    expect(toRichText('<b>a</b>'.repeat(5000))).toBe('');
    expect(toRichText(`<b>${'a'.repeat(100_001)}</b>`)).toBe('');
    expect(toRichText('<div>'.repeat(50_000))).not.toContain('script');
  });
});

describe('what its author typed', () => {
  const sent = createSentTexts(['We answered you\nWhat do you see?']);
  const ourHost = 'weftline.example.com';
  const fold = (html: string, typed: string) =>
    foldRichText(toRichText(html), { sent, ourHost, typed });

  test('is without the quote, its line and the signature', () => {
    const html = fold(
      `<div>A <b>blank</b> page.</div><div><br></div><div><br></div><div>Really</div>
       <div>-- <br>Ada</div>
       <div class="gmail_quote"><div>On Fri, Nov 20, 2026 at 1:00 PM Weftline &lt;reply@${ourHost}&gt; wrote:<br></div>
       <blockquote><p>What do you see?</p><img src="cid:logo"></blockquote></div>`,
      'A blank page.\n\nReally',
    );
    expect(html?.replace(/\s*\n\s*/g, '')).toBe(
      '<div>A <strong>blank</strong> page.</div><div><br></div><div>Really</div>',
    );
  });

  test('keeps quotes of others, and answers between ours', () => {
    const html = fold(
      '<blockquote><b>They</b> wrote</blockquote><p>Yes</p>',
      '> They wrote\n\nYes',
    );
    expect(html).toBe('<blockquote><strong>They</strong> wrote</blockquote><p>Yes</p>');
  });

  test.each([
    ['without formatting', '<div>Just<br>words</div>', 'Just\nwords'],
    ['that lacks a word of the text', '<p><b>Some</b></p>', 'Some more'],
    ['without words', '<b></b>', ''],
  ])('%s stays text', (_, html, typed) => {
    expect(fold(html, typed)).toBeNull();
  });

  test('of preformatted text, lines are folded one by one', () => {
    const html = fold('<pre>A <b>blank</b> page\n-- \nAda</pre>', 'A blank page');
    expect(html).toBe('<pre>A <strong>blank</strong> page\n</pre>');
  });
});

test('pictures are named by their files, and without one by their words', () => {
  const html = '<img src="cid:a%40b" alt=""><img src="cid:c" alt="Chart"><img src="cid:d">';
  expect(namePictures(html, new Map([['a@b', 'f1']]))).toBe(
    '<img src="attachment:f1" alt="">[Chart]',
  );
});
