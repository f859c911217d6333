import { createElement, Fragment, type ReactNode } from 'react';
import { paragraph } from '#kernel/mail/layout.ts';

/** A message as it was typed, without its empty lines. */
export const messageLines = (text: string): ReactNode[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, at) => createElement(Fragment, { key: at }, paragraph(line)));

export const fileWords = (count: number): string =>
  count === 1 ? 'A file is attached to it.' : `${count} files are attached to it.`;
