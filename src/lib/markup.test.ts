import { expect, test } from 'vitest';
import { markup } from './markup.ts';

test('values are escaped, and markup is not', () => {
  const items = [`<i>`, `"a" & 'b'`].map((text) => markup`<li>${text}</li>`);
  expect(markup`<ul title="${'"'}">${items}</ul>`.html).toBe(
    '<ul title="&quot;"><li>&lt;i&gt;</li><li>&quot;a&quot; &amp; &#39;b&#39;</li></ul>',
  );
});
