// Code in pages is coloured when the site is built, by classes alone: src/site/article.css gives
// them the dyes of the theme that is on screen, and the policy of pages allows them.
import type { RehypeShikiOptions } from '@shikijs/rehype';

/** The scopes of TextMate grammars that share a dye. */
const scopes = {
  'code-note': ['comment', 'punctuation.definition.comment'],
  'code-key': ['keyword', 'storage', 'variable.language', 'constant.language', 'markup.heading'],
  'code-text': ['string', 'punctuation.definition.string', 'markup.inserted'],
  'code-name': ['entity.name', 'support.function', 'support.class', 'entity.other.attribute-name'],
  'code-value': ['constant.numeric', 'constant.character', 'string.regexp', 'markup.deleted'],
};

/** A theme must name colours: each stands for a class and never reaches a page. */
const colourAt = (index: number) => `#00000${index + 1}`.toUpperCase();
const classes = new Map(Object.keys(scopes).map((name, index) => [colourAt(index), name]));
const plain = '#000000';

/** Most words of code have no dye: a span around them would only fill the page. */
export const highlighting: RehypeShikiOptions = {
  theme: {
    name: 'dyes',
    type: 'dark',
    fg: plain,
    bg: '#FFFFFF',
    settings: [
      // `import * as` and `=>` are keywords, operators such as `=` are not worth a dye.
      ...Object.values(scopes).map((scope, index) => ({
        scope,
        settings: { foreground: colourAt(index) },
      })),
      { scope: ['keyword.operator', 'entity.name.type.module'], settings: { foreground: plain } },
    ],
  },
  langs: [],
  lazy: true,
  defaultLanguage: 'text',
  transformers: [
    {
      pre: (node) => {
        node.properties = {};
      },
      line: (node) => {
        node.properties = {};
      },
      span: (node) => {
        const colour = /color:(#\w+)/.exec(String(node.properties.style))?.[1] ?? plain;
        const name = classes.get(colour.toUpperCase());
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
