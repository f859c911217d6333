import { type MailBody, paragraph } from '#kernel/mail/mail-content.ts';

/** A message as it was typed, without empty lines. */
export const messageParagraphs = (text: string): MailBody[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(paragraph);

export const formatAttachedFiles = (count: number): string =>
  count === 1 ? 'One file is attached to it.' : `${count} files are attached to it.`;
