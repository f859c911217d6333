// The HTML that shows a calculator on another site.
import { embedScriptPath } from '../../wire/embed.constants.ts';

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

type Code = { publicKey: string; country: string; origin: string };

/** Without a country, visitors choose one. */
export const printEmbedCode = ({ publicKey, country, origin }: Code): string =>
  [
    `<script async src="${escapeAttribute(origin)}${embedScriptPath}"></script>`,
    `<duty-calculator key="${escapeAttribute(publicKey)}"${country ? ` country="${escapeAttribute(country)}"` : ''} kind="vehicle"></duty-calculator>`,
  ].join('\n');
