import { expect, test } from 'vitest';
import { stripQuotedReply } from './strip-quoted-reply.ts';

const read = (mail: string) => stripQuotedReply(mail, 'weftline.example.com');
const headers =
  'From: Weftline <no-reply@weftline.example.com>\nSent: Friday, November 20, 2026\nTo: Ada\nSubject: RE: [#1001] Help';

test.each([
  ['a rule of markdown', 'My report\n\n---\n\nThe real problem is below the rule.'],
  ['other rules', 'One\n\n____\n\nTwo\n\n====\n\nThree\n\n++++\n\nFour'],
  ['a greeting', 'It fails.\n\nRegards,\nand one more thing: the log is empty.'],
  ['a paragraph that begins as a telephone’s line', 'Sent from my iPhone I get an error.\n\nWhy?'],
  ['the same as the last one', 'Look:\n\nSent from my iPhone I get an error.'],
  [
    'a typed line that looks like an attribution',
    'On 2026-11-20 the server wrote:\nERROR 42\n\nWhat is that?',
  ],
  [
    'an attribution of a third person',
    'On Fri, Nov 20, 2026 Bob <bob@example.net> wrote:\nNo.\n\nWhy?',
  ],
  ['a list with colons', 'From: Kobe\nTo: Rotterdam\nDate: 1 May 2026\n\nHow much?'],
  ['headers of another mail', 'See\n\nFrom: Bob <b@example.net>\nDate: May\nSubject: Hi\n\nHi Ada'],
  ['a long text below two dashes', `One\n\n-- \n${'a line\n'.repeat(7)}end`],
])('keeps %s', (_, mail) => {
  expect(read(mail)).toBe(mail);
});

test.each([
  ['a signature', 'Yes\n\n-- \nAda\nAnalytical Engines'],
  ['a telephone’s line', 'Yes\n\nSent from my iPhone'],
  ['a telephone’s line in German', 'Yes\n\nVon meinem Samsung Galaxy gesendet.'],
  ['a program’s advertisement', 'Yes\n\nSent with Proton Mail secure email.'],
  [
    'a quote with its beginning',
    'Yes\n\nLe ven. 20 nov. 2026 à 13:00, W <w@example.com> a écrit :\n\n> Q',
  ],
  [
    'a broken beginning',
    'Yes\nOn Fri, Nov 20, 2026 at 1:00 PM Weftline\n<w@example.com> wrote:\n> Q',
  ],
  ['a beginning without its quote', 'Yes\n\nOn Fri, Nov 20, 2026 Weftline wrote:\n'],
  [
    'our mail without a sign before it',
    'Yes\n\nOn Fri, Nov 20, 2026, Weftline <no-reply@weftline.example.com> wrote:\n\nWhat do you see?',
  ],
  ['headers of our mail', `Yes\n\n________________________________\n${headers}\n\nQ`],
  ['an original message', `Yes\n\n-----Original Message-----\n${headers}\n\nQ`],
])('drops %s', (_, mail) => {
  expect(read(mail)).toBe('Yes');
});

test('keeps answers between and below quotes, and below a signature', () => {
  expect(read('> One?\n\nYes.\n\n> Two?\n\nNo.')).toBe('Yes.\n\n\nNo.');
  expect(read('Yes\n\n-- \nAda\n\n> Q\n\nNo.')).toBe('Yes\n\n\nNo.');
});
