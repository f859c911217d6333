// Extracts the CSS that a prerendered page needs for its first paint. The whole style sheet loads
// later with the scripts.
import { createHash } from 'node:crypto';
import {
  type FontFaceProperty,
  type SelectorComponent,
  type TokenOrValue,
  transform,
  type Variable,
  type Visitor,
} from 'lightningcss';

/** Set on the document before the first paint. */
const rootClasses = ['light'];
/** Set before our scripts run, or by the browser when the user opens something. */
const earlyAttributes = ['data-signed-in', 'data-scripts-failed', 'data-lazy', 'open'];

type PageNames = {
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

function readPageNames(html: string): PageNames {
  const classes = [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, list = '']) =>
    unescapeHtml(list).split(/\s+/),
  );
  const tags = [...html.matchAll(/<([a-zA-Z][\w-]*)/g)].map(([, tag = '']) => tag.toLowerCase());
  const unquoted = html.replaceAll(/"[^"]*"/g, '""');
  const attributes = [...unquoted.matchAll(/<[a-z][^>]*>/gi)].flatMap(([tag]) =>
    [...tag.matchAll(/\s([a-z][a-z-]*)(?=[\s=>/])/gi)].map(([, name = '']) => name.toLowerCase()),
  );
  return {
    classes: new Set([...classes, ...rootClasses]),
    tags: new Set(tags),
    attributes: new Set([...attributes, ...earlyAttributes]),
  };
}

/** Parts of form fields. */
const fieldPart = /file-selector|placeholder|search|date|calendar|spin|autofill|ui-invalid/;
/** Only visible after an interaction. */
const latePart = /^(selection|view-transition)/;
const fieldTags = ['input', 'textarea', 'select'];

/**
 * Whether a selector could match something on the page without hovering; true in doubt. Styles for
 * hovering come with the whole style sheet.
 */
function canMatch(selector: readonly SelectorComponent[], printed: PageNames): boolean {
  return selector.every((component) => {
    if (component.type === 'pseudo-class' && component.kind === 'hover') return false;
    if (component.type === 'pseudo-element' && latePart.test(readName(component))) return false;
    if (component.type === 'pseudo-element' && fieldPart.test(readName(component)))
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

/** Vendor-specific pseudo-elements have a name in addition to the kind. */
const readName = (component: { kind: string; name?: string }) => component.name ?? component.kind;

function run(css: string, visitor: Visitor<never>): string {
  const { code } = transform({ filename: 'page.css', code: Buffer.from(css), visitor });
  return Buffer.from(code).toString();
}

/** Tailwind's condition. Browsers that don't meet it lack the theme's `oklch` as well. */
const colorMixCondition =
  /@supports \(color: ?color-mix\(in lab, red, red\)\) ?\{((?:[^{}]*\{[^{}]*\})*)\s*\}/g;

/** Each transformation repeats prefixed declarations once more. */
const dropRepeated = (css: string) => css.replaceAll(/(?<![\w-])([\w-]+:[^;{}]+;)\1+/g, '$1');

function minify(css: string): string {
  const code = Buffer.from(css.replaceAll(colorMixCondition, '$1'));
  return dropRepeated(transform({ filename: 'page.css', code, minify: true }).code.toString());
}

/** Drops fallbacks of variables that we define. */
const dropUnusedFallback =
  (css: string) =>
  ({ name, fallback }: Variable): TokenOrValue | undefined =>
    fallback && name.ident.startsWith('--default-') && css.includes(`${name.ident}:`)
      ? { type: 'var', value: { name: { ident: name.ident } } }
      : undefined;

const filterMatching = (css: string, printed: PageNames): string =>
  run(css, {
    Rule: {
      // Only for browsers without @property: they get it with the whole style sheet.
      // Nothing is printed before the whole style sheet is there.
      media: ({ value }) =>
        value.query.mediaQueries.every(({ mediaType }) => mediaType === 'print') ? [] : undefined,
      'layer-block': ({ value }) => (value.name?.join('.') === 'properties' ? [] : undefined),
      style: ({ value }) =>
        value.selectors.some((selector) => canMatch(selector, printed)) ? undefined : [],
    },
    Selector: (selector) => (canMatch(selector, printed) ? undefined : []),
    Variable: dropUnusedFallback(css),
    // There are no transitions before the first paint.
    Declaration: {
      'transition-property': () => [],
      'transition-duration': () => [],
      'transition-timing-function': () => [],
    },
  });

/**
 * Fonts that are not critical: code and figures are rare on public pages and have a fallback of the
 * same width, and fonts with a unicode-range are for letters that English lacks.
 */
const lateFamilies = ['JetBrains Mono Variable'];

const isLate = (properties: readonly FontFaceProperty[]) =>
  properties.some(
    ({ type, value }) =>
      type === 'unicode-range' ||
      (type === 'font-family' && typeof value === 'string' && lateFamilies.includes(value)),
  );

/** Drops custom properties, animations and non-critical fonts that the page does not use. */
function dropUnused(css: string, html: string): string {
  const named = new Set([...`${css}${html}`.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  // Animations are used by name in values, as in `animation: draw 900ms`.
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
 * What follows the critical part: the whole style sheet without fonts, and the fonts that are not
 * critical. Declaring a font again makes the browser choose it again, and text would move. Any new
 * font makes it lay out the page again: together with new styles this would block a phone.
 */
export const splitLate = (css: string): { rules: string; faces: string } => ({
  rules: minify(run(css, { Rule: { 'font-face': () => [] } })),
  faces: minify(
    run(css, {
      Rule: (rule) => (rule.type === 'font-face' && isLate(rule.value.properties) ? undefined : []),
    }),
  ),
});

/** A variable with its fallback, which may have parentheses inside parentheses. */
const variablePattern = /var\((--[\w-]+)(?:,\s*((?:[^()]|\((?:[^()]|\([^()]*\))*\))*))?\)/g;

/** Replaces a registered property that nothing sets by its initial value, or by the fallback. */
function inlineUnset(css: string, html: string): string {
  const set = new Set([...`${css}${html}`.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name));
  const registered = [...css.matchAll(/@property (--[\w-]+)\s*\{([^}]*)\}/g)];
  const initials = new Map(
    registered.map(([, name, rule = '']) => [name, /initial-value:\s*([^;]+)/.exec(rule)?.[1]]),
  );
  return css.replaceAll(variablePattern, (variable, name: string, fallback?: string) =>
    initials.has(name) && !set.has(name) ? initials.get(name) || fallback || variable : variable,
  );
}

/** By what matters of a page: most pages of one layout use the same names. */
const picked = new Map<string, string>();

/** The rules of `css` that `html` (a whole prerendered page without styles) may need. */
export function pickCritical(css: string, html: string): string {
  const key = computeKey(css, html);
  const critical = picked.get(key) ?? pick(css, html);
  picked.set(key, critical);
  return critical;
}

/** All that `pick` reads: two pages with the same key need the same rules. */
function computeKey(css: string, html: string): string {
  const { classes, tags, attributes } = readPageNames(html);
  const { hash, attributeNames, classNames } = listSelectors(css);
  const properties = [...html.matchAll(/(?:var\()?--[\w-]+\s*:?/g)].map(([text]) => text);
  const sorted = [
    [...classes].filter((name) => classNames.has(name)),
    [...tags],
    [...attributes].filter((name) => attributeNames.has(name)),
    [...new Set(properties)],
  ].map((names) => names.sort().join(' '));
  return [hash, ...sorted].join('\n');
}

type Selectors = {
  hash: string;
  attributeNames: ReadonlySet<string>;
  classNames: ReadonlySet<string>;
};
/** By style sheet: all pages of a build share one. */
const known = new Map<string, Selectors>();

/** What a style sheet selects by. */
function listSelectors(css: string): Selectors {
  const found = known.get(css) ?? {
    hash: createHash('sha256').update(css).digest('base64'),
    attributeNames: new Set([...css.matchAll(/\[([a-z-]+)/g)].map(([, name = '']) => name)),
    classNames: new Set(
      [...css.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name = '']) => name.replaceAll('\\', '')),
    ),
  };
  known.set(css, found);
  return found;
}

function pick(css: string, html: string): string {
  // Licence comments stay in the whole style sheet.
  const matching = filterMatching(css.replaceAll(/\/\*![\s\S]*?\*\//g, ''), readPageNames(html));
  let critical = inlineUnset(matching, html);
  // A dropped property may have been the last one to use another.
  for (;;) {
    const next = dropUnused(critical, html);
    if (next.length >= critical.length) return minify(critical);
    critical = next;
  }
}
