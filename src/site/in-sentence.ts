/** A label inside of a sentence: `real estate`; `SaaS`, `UX` and `PostgreSQL` keep their letters. */
export const inSentence = (label: string): string =>
  /^[A-Z][a-z]+(?![A-Za-z])/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
