// Code in pages is highlighted at build with classes: src/site/blog/article.css gives
// them the colours of the current theme, and the content security policy allows them.
import type { RehypeShikiOptions } from '@shikijs/rehype';

/** TextMate scopes that share a colour. */
const scopes = {
  'code-note': ['comment', 'punctuation.definition.comment'],
  'code-key': ['keyword', 'storage', 'variable.language', 'constant.language', 'markup.heading'],
  'code-text': ['string', 'punctuation.definition.string', 'markup.inserted'],
  'code-name': ['entity.name', 'support.function', 'support.class', 'entity.other.attribute-name'],
  'code-value': ['constant.numeric', 'constant.character', 'string.regexp', 'markup.deleted'],
};

/** Shiki themes need colours: each is a placeholder for a class and never reaches a page. */
const colorAt = (index: number) => `#00000${index + 1}`.toUpperCase();
const classes = new Map(Object.keys(scopes).map((name, index) => [colorAt(index), name]));
const plain = '#000000';

/** Most tokens have no colour and get no span, which keeps pages small. */
export const highlighting: RehypeShikiOptions = {
  theme: {
    name: 'classes',
    type: 'dark',
    fg: plain,
    bg: '#FFFFFF',
    settings: [
      // `import * as` and `=>` are keywords, operators such as `=` get no colour.
      ...Object.values(scopes).map((scope, index) => ({
        scope,
        settings: { foreground: colorAt(index) },
      })),
      { scope: ['keyword.operator', 'entity.name.type.module'], settings: { foreground: plain } },
    ],
  },
  langs: [],
  lazy: true,
  defaultLanguage: 'text',
  transformers: [
    {
      // The language is for the Markdown of the page.
      pre(node) {
        node.properties = { 'data-language': this.options.lang };
      },
      line: (node) => {
        node.properties = {};
      },
      span: (node) => {
        const color = /color:(#\w+)/.exec(String(node.properties.style))?.[1] ?? plain;
        const name = classes.get(color.toUpperCase());
        node.properties = name ? { class: name } : {};
      },
      code: (node) => {
        node.children = node.children.flatMap((line) =>
          line.type === 'element' ? line.children.flatMap(unwrapPlain) : [line],
        );
      },
    },
  ],
};

type Node = NonNullable<
  Parameters<NonNullable<NonNullable<RehypeShikiOptions['transformers']>[number]['code']>>[0]
>['children'][number];

const unwrapPlain = (node: Node): Node[] =>
  node.type === 'element' && node.tagName === 'span' && !node.properties.class
    ? node.children
    : [node];
