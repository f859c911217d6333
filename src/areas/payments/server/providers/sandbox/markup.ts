export type Markup = { html: string };

/** HTML template: escapes values that are not markup. */
export function markup(
  parts: TemplateStringsArray,
  ...values: (string | Markup | Markup[])[]
): Markup {
  return { html: parts.map((part, index) => part + asHtml(values[index] ?? '')).join('') };
}

function asHtml(value: string | Markup | Markup[]): string {
  if (Array.isArray(value)) return value.map((one) => one.html).join('');
  return typeof value === 'string' ? escapeHtml(value) : value.html;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!);
