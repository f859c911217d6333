// The part of a style sheet that one printed page needs for its first paint. The whole sheet
// follows with the scripts: what only they bring on screen needs no styles before.
import {
  type FontFaceProperty,
  type SelectorComponent,
  type TokenOrValue,
  transform,
  type Variable,
  type Visitor,
} from 'lightningcss';

/** Set on the document by a script before the first paint. */
const rootClasses = ['light'];
/** Set before any script of ours runs, or by the browser itself when a person opens something. */
const givenAttributes = ['data-signed-in', 'data-scripts-failed', 'open'];

type Printed = {
  classes: ReadonlySet<string>;
  tags: ReadonlySet<string>;
  attributes: ReadonlySet<string>;
};

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};
const unescapeHtml = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);

function readPrinted(html: string): Printed {
  const classes = [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, list = '']) =>
    unescapeHtml(list).split(/\s+/),
  );
  const tags = [...html.matchAll(/<([a-zA-Z][\w-]*)/g)].map(([, tag = '']) => tag.toLowerCase());
  const attributes = [...html.matchAll(/\s([a-z][a-z-]*)(?=[\s=>/])/gi)].map(([, name = '']) =>
    name.toLowerCase(),
  );
  return {
    classes: new Set([...classes, ...rootClasses]),
    tags: new Set(tags),
    attributes: new Set([...attributes, ...givenAttributes]),
  };
}

/** Parts of form fields. */
const fieldPart = /file-selector|placeholder|search|date|calendar|spin|autofill|ui-invalid/;
/** What only shows after a person acted. */
const latePart = /^(selection|view-transition)/;
const fieldTags = ['input', 'textarea', 'select'];

/**
 * Whether a selector could match something on the page before a pointer is over it. In doubt it
 * could. What a pointer changes arrives with the whole sheet.
 */
function canMatch(selector: readonly SelectorComponent[], printed: Printed): boolean {
  return selector.every((component) => {
    if (component.type === 'pseudo-class' && component.kind === 'hover') return false;
    if (component.type === 'pseudo-element' && latePart.test(nameOf(component))) return false;
    if (component.type === 'pseudo-element' && fieldPart.test(nameOf(component)))
      return fieldTags.some((tag) => printed.tags.has(tag));
    if (component.type === 'class') return printed.classes.has(component.name);
    if (component.type === 'type') return printed.tags.has(component.name.toLowerCase());
    if (component.type === 'attribute') return printed.attributes.has(component.name);
    if (component.type !== 'pseudo-class') return true;
    if (component.kind === 'is' || component.kind === 'where')
      return component.selectors.some((one) => canMatch(one, printed));
    return true;
  });
}

/** A vendor's own part has its name beside the kind. */
const nameOf = (component: { kind: string; name?: string }) => component.name ?? component.kind;

function run(css: string, visitor: Visitor<never>): string {
  const { code } = transform({ filename: 'page.css', code: Buffer.from(css), visitor });
  return Buffer.from(code).toString();
}

const minify = (css: string): string =>
  transform({ filename: 'page.css', code: Buffer.from(css), minify: true }).code.toString();

/** What stands in for a default of ours is never used. */
const dropUnusedFallback =
  (css: string) =>
  ({ name, fallback }: Variable): TokenOrValue | undefined =>
    fallback && name.ident.startsWith('--default-') && css.includes(`${name.ident}:`)
      ? { type: 'var', value: { name: { ident: name.ident } } }
      : undefined;

const keepMatching = (css: string, printed: Printed): string =>
  run(css, {
    Rule: {
      // For browsers without @property: they wait for the whole sheet.
      'layer-block': ({ value }) => (value.name?.join('.') === 'properties' ? [] : undefined),
      style: ({ value }) =>
        value.selectors.some((selector) => canMatch(selector, printed)) ? undefined : [],
    },
    Variable: dropUnusedFallback(css),
    // Before the first paint nothing changes.
    Declaration: {
      'transition-property': () => [],
      'transition-duration': () => [],
      'transition-timing-function': () => [],
    },
  });

/**
 * Few words on a public page are code or figures, and their fallback is as wide. A face for some
 * letters alone has those that English lacks. Both come with the whole sheet.
 */
const lateFamilies = ['JetBrains Mono Variable'];

const isLate = (properties: readonly FontFaceProperty[]) =>
  properties.some(
    ({ type, value }) =>
      type === 'unicode-range' ||
      (type === 'font-family' && typeof value === 'string' && lateFamilies.includes(value)),
  );

/** Leaves out custom properties and animations that nothing on the page names. */
function dropUnnamed(css: string, html: string): string {
  const named = new Set([...`${css}${html}`.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  // Names of animations stand in values, as in `animation: draw 900ms`.
  const words = css.replaceAll(/@keyframes [\w-]+/g, '');
  const isNamed = (name: string) => named.has(name);
  return run(css, {
    Declaration: {
      custom: ({ name }) => (name.startsWith('--') && !isNamed(name) ? [] : undefined),
    },
    Rule: {
      property: ({ value }) => (isNamed(value.name) ? undefined : []),
      keyframes: ({ value }) => (words.includes(value.name.value) ? undefined : []),
      'font-face': ({ value }) => (isLate(value.properties) ? [] : undefined),
    },
  });
}

/**
 * The whole sheet for a page that has its critical part: without the faces that stand there, since
 * a face that is declared again is chosen again, and words would move.
 */
export const withoutEarlyFaces = (css: string): string =>
  minify(
    run(css, {
      Rule: {
        'font-face': ({ value }) => (isLate(value.properties) ? undefined : []),
      },
    }),
  );

/** The rules of `css` that `html` (a whole printed page, without styles) may need. */
export function pickCritical(css: string, html: string): string {
  // Licences stand in the whole sheet.
  let kept = keepMatching(css.replaceAll(/\/\*![\s\S]*?\*\//g, ''), readPrinted(html));
  // A property that falls away may have been the last to name another one.
  for (;;) {
    const next = dropUnnamed(kept, html);
    if (next.length >= kept.length) return minify(kept);
    kept = next;
  }
}
