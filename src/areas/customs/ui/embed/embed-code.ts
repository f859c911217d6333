// The HTML that shows a calculator on another site.
import type { ImportKind } from '../../wire/calculations.constants.ts';
import { embedScriptPath } from '../../wire/embed.constants.ts';

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

type Code = { publicKey: string; kind: ImportKind; country: string; origin: string };

/** Without a country, visitors choose one. */
export const printEmbedCode = ({ publicKey, kind, country, origin }: Code): string =>
  [
    `<script async src="${escapeAttribute(origin)}${embedScriptPath}"></script>`,
    `<duty-calculator key="${escapeAttribute(publicKey)}"${country ? ` country="${escapeAttribute(country)}"` : ''} kind="${kind}"></duty-calculator>`,
  ].join('\n');
