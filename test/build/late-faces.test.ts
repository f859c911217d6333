import { expect, test } from 'vitest';
import { readFaces } from '../../scripts/build/late-faces.ts';

test('the faces of a style sheet become arguments of FontFace', () => {
  const css = `@font-face{font-family:Mono;src:url(/m.woff2)format("woff2");font-weight:100 800}
@font-face{font-family:"Sans Two";font-style:normal;src:url(/s.woff2);font-display:optional;unicode-range:U+100-2BA,U+2BD}`;
  expect(readFaces(css)).toEqual([
    ['Mono', 'url(/m.woff2)format("woff2")', { weight: '100 800' }],
    [
      'Sans Two',
      'url(/s.woff2)',
      { style: 'normal', display: 'optional', unicodeRange: 'U+100-2BA,U+2BD' },
    ],
  ]);
});

test('a descriptor that would be lost is named', () => {
  const css = '@font-face{font-family:Mono;src:url(/m.woff2);font-stretch:75%}';
  expect(() => readFaces(css)).toThrow('Add font-stretch to the descriptors of fonts.');
});
