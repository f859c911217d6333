// XML elements as values; texts are escaped.
import { escapeMarkup, type Markup } from '#lib/markup.ts';

type Content = string | Markup | readonly Markup[];

export const nothing: Markup = { html: '' };

const inner = (content: Content): string => {
  if (typeof content === 'string') return escapeMarkup(content);
  return 'html' in content ? content.html : content.map(({ html }) => html).join('');
};

/** `cbc` elements have text, `cac` elements have elements. */
export function element(
  name: `${'cac' | 'cbc'}:${string}`,
  content: Content,
  attributes: Readonly<Record<string, string>> = {},
): Markup {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeMarkup(value)}"`)
    .join('');
  return { html: `<${name}${written}>${inner(content)}</${name}>\n` };
}

/** Nothing for an empty text: UBL allows no empty elements. */
export const optional = (name: `cbc:${string}`, text: string): Markup =>
  text === '' ? nothing : element(name, text);
