// HTML and XML by template strings that escape what is put into them.

export type Markup = { html: string };

/** Escapes values that are not markup. */
export function markup(
  parts: TemplateStringsArray,
  ...values: (string | Markup | Markup[])[]
): Markup {
  return { html: parts.map((part, index) => part + asHtml(values[index] ?? '')).join('') };
}

function asHtml(value: string | Markup | Markup[]): string {
  if (Array.isArray(value)) return value.map((one) => one.html).join('');
  return typeof value === 'string' ? escapeMarkup(value) : value.html;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for values of attributes, in HTML and in XML. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => entities[sign]!);
