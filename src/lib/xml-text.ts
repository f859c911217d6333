// Texts of XML files whose shape is known, without CDATA and entities.

/** The text of the first element of this name that contains no other. */
export const elementText = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}(?:\\s[^>]*)?>([^<]*)</${name}>`, 'i').exec(xml)?.[1]?.trim();

/** The content of every element of this name. */
export const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'gi'))].map(
    ([, content]) => content!,
  );
