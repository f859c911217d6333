/** A label within a sentence: `real estate`, but `SaaS`, `UX` and `PostgreSQL` as they are. */
export const inSentence = (label: string): string =>
  /^[A-Z][a-z]+(?![A-Za-z])/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
