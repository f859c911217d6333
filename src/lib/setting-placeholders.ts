// Apart from the type, so that no placeholder gets into the browser's code.
import type { SiteSettings } from './site-settings.ts';

/** Hosts that can't exist (RFC 2606), so that no text of ours is taken for one. */
export const settingPlaceholders: SiteSettings = {
  siteUrl: 'https://site.placeholder.invalid',
  supportUrl: 'https://support.placeholder.invalid',
  termsUrl: 'https://terms.placeholder.invalid',
  privacyUrl: 'https://privacy.placeholder.invalid',
  analyticsTagId: 'https://analytics.placeholder.invalid',
  testMode: 'https://testmode.placeholder.invalid',
};

/** In every placeholder: what lacks it needs no filling in. */
export const placeholderMark = '.placeholder.invalid';

/** Of the compressed copy of a file with placeholders, from which the server fills it in. */
export const unfilledSuffix = '.unfilled.br';

const settingByPlaceholder = new Map(
  Object.entries(settingPlaceholders).map(([name, text]) => [text, name as keyof SiteSettings]),
);
const placeholder = /https:\/\/[a-z]+\.placeholder\.invalid/g;

/**
 * Values can't have characters that mean something in HTML, XML or JSON: the configuration refuses
 * them. Throws on an unknown placeholder.
 */
export const fillSettings = (text: string, settings: SiteSettings): string =>
  text.replaceAll(placeholder, (found) => {
    const name = settingByPlaceholder.get(found);
    if (!name) throw new Error(`The build has an unknown placeholder: ${found}`);
    return settings[name];
  });
