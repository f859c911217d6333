// The content of an e-mail: a list of parts, which layout.ts renders as HTML and as plain text.

export type MailPart =
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'button'; label: string; href: string }
  | { kind: 'facts'; rows: readonly Fact[] };
export type Fact = readonly [label: string, value: string];

/** Parts, nested at will; what is falsy is left out. */
export type MailBody = MailPart | readonly MailBody[] | false | '' | null | undefined;

export type MailContent = {
  siteName: string;
  /** The line that a mailbox shows beside the subject. */
  preview: string;
  heading: string;
  body: MailBody;
  /** Why the reader gets this mail, in one sentence. */
  footer?: string;
};

export const paragraph = (text: string): MailPart => ({ kind: 'paragraph', text });

/** A code to read, to select with one double click, and to type. */
export const bigCode = (code: string): MailPart => ({ kind: 'code', code });

export const linkButton = (label: string, href: string): MailPart => ({
  kind: 'button',
  label,
  href,
});

/** Pairs of a label and its value, such as `['Amount', '12.00 EUR']`. */
export const facts = (rows: readonly Fact[]): MailPart => ({ kind: 'facts', rows });
