// The HTML that shows a calculator on another site.
import { escapeMarkup } from '#lib/markup.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { embedScriptPath } from '../../wire/embed/embed.constants.ts';

type Code = { publicKey: string; kind: ImportKind; country: string; origin: string };

/** Without a country, visitors choose one. */
export const printEmbedCode = ({ publicKey, kind, country, origin }: Code): string =>
  [
    `<script async src="${escapeMarkup(origin)}${embedScriptPath}"></script>`,
    `<duty-calculator key="${escapeMarkup(publicKey)}"${country ? ` country="${escapeMarkup(country)}"` : ''} kind="${kind}"></duty-calculator>`,
  ].join('\n');
