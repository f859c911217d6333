import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSentTexts } from './sent-texts.ts';
import { splitReply } from './split-reply.ts';

const question = 'What do you see?\n\nOpen the conversation: https://weftline.example.com/t/1';
const sent = createSentTexts([question, 'Do you want a refund? Shall we delete the account?']);
const split = (mail: string) => splitReply(mail, sent, 'weftline.example.com');
const read = (mail: string) => split(mail).text;
const headers =
  'From: Weftline <no-reply@weftline.example.com>\nSent: Friday, November 20, 2026\nTo: Ada\nSubject: RE: [#1001] Help';
const us = 'Weftline <no-reply@weftline.example.com>';

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
  ['the same above a quote', 'On 2026-11-20 the server wrote:\n> ERROR 42\n\nWhat is that?'],
  [
    'an attribution of a third person',
    'On Fri, Nov 20, 2026 Bob <bob@example.net> wrote:\nNo.\n\nWhy?',
  ],
  ['a list with colons', 'From: Kobe\nTo: Rotterdam\nDate: 1 May 2026\n\nHow much?'],
  ['headers of another mail', 'See\n\nFrom: Bob <b@example.net>\nDate: May\nSubject: Hi\n\nHi Ada'],
  ['a long text below two dashes', `One\n\n-- \n${'a line\n'.repeat(7)}end`],
  [
    'lines of a console',
    'I ran\n> npm install weftline\nand it printed\n> E42 disk is full\nWhat now?',
  ],
  ['a console at the end', 'It prints:\n\n> E42 disk is full'],
  [
    'answers between questions',
    '> Do you want a refund?\nNo.\n> Shall we delete the account?\nYes.',
  ],
  ['an answer below the question that was cut out', '> Do you want a refund?\n\nNo.'],
])('keeps %s', (_, mail) => {
  expect(split(mail)).toEqual({ text: mail.replaceAll('-- \n', '--\n'), folded: '' });
});

test.each([
  ['a signature', 'Yes\n\n-- \nAda\nAnalytical Engines'],
  ['a telephone’s line', 'Yes\n\nSent from my iPhone'],
  ['a telephone’s line in German', 'Yes\n\nVon meinem Samsung Galaxy gesendet.'],
  ['a program’s advertisement', 'Yes\n\nSent with Proton Mail secure email.'],
  ['a quote', 'Yes\n\n> What do\n> you see?'],
  ['a quote with its beginning', `Yes\n\nLe ven. 20 nov. 2026 à 13:00, ${us} a écrit :\n\n> What?`],
  [
    'a beginning in another language',
    `Yes\n\n${us}, 29 Kas 2026 Paz, 10:51 tarihinde şunu yazdı:\n> ?`,
  ],
  [
    'a broken beginning',
    `Yes\nOn Fri, Nov 20, 2026 at 1:00 PM Weftline\n<no-reply@weftline.example.com> wrote:\n> Q`,
  ],
  ['a beginning without its quote', `Yes\n\nOn Fri, Nov 20, 2026 ${us} wrote:\n`],
  [
    'a quote within a quote',
    'Yes\n\n> On 20 Nov 2026, at 13:00, Weftline wrote:\n>\n>> What do you see?',
  ],
  ['our mail without signs', `Yes\n\nOn Fri, Nov 20, 2026, ${us} wrote:\n\nWhat do you see?`],
  [
    'headers of our mail',
    `Yes\n\n________________________________\n${headers}\n\nWhat do you see?`,
  ],
  ['an original message', `Yes\n\n-----Original Message-----\n${headers}\n\n${question}`],
  [
    'headers with many recipients',
    `Yes\n\n${headers.replace('Ada', 'Ada <ada@example.com>; Charles Babbage\n<charles@example.com>')}\n\nWhat do you see?`,
  ],
])('folds %s', (_, mail) => {
  const { text, folded } = split(mail);
  expect(text).toBe('Yes');
  expect(folded).not.toBe('');
});

test('marks our words in a mail that its author wrote into', () => {
  const mail = `See below.\n\n${headers}\n\nDo you want a refund?\nNo: never.\nShall we delete the account?\nYes.`;
  const ours = `${headers}\n\nDo you want a refund?`.replace(/^/gm, '> ').replaceAll('> \n', '>\n');
  expect(split(mail)).toEqual({
    text: `See below.\n\n${ours}\nNo: never.\n> Shall we delete the account?\nYes.`,
    folded: '',
  });
});

test('keeps what is below a quote or a signature', () => {
  expect(read(`On 20.11.2026 ${us} wrote:\n> What do you see?\n\nA blank page.`)).toBe(
    'A blank page.',
  );
  expect(read('Yes\n\n-- \nAda\n\n> What do you see?\n\nNo.')).toBe(
    'Yes\n\n> What do you see?\n\nNo.',
  );
  expect(read('Yes\n\n-- \nAda\n\nPS: order 4711')).toBe('Yes\n\nPS: order 4711');
});

test('every line is in one of both parts, and typed words are in the first', () => {
  const word = fc.stringMatching(/^[a-z]{3,9}$/).map((letters) => `typed${letters}`);
  const typed = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
  const around = fc.constantFrom<(text: string) => string>(
    (text) => `${text}\n\nOn Fri, Nov 20, 2026, ${us} wrote:\n> What do you see?`,
    (text) => `${text}\n\n${headers}\n\nWhat do you see?`,
    (text) => `> What do you see?\n\n${text}`,
    (text) => `> Do you want a refund?\n${text}\n> Shall we delete the account?`,
    (text) => `${headers}\n\nWhat do you see?\n${text}`,
    (text) => `> ${text}`,
  );
  fc.assert(
    fc.property(typed, around, (text, wrap) => {
      const mail = wrap(text);
      const parts = split(mail);
      expect(parts.text).toContain(text);
      const listLines = (text: string) =>
        text
          .split('\n')
          .map((one) => one.replace(/^> ?/, ''))
          .filter(Boolean)
          .toSorted();
      expect(listLines(`${parts.text}\n${parts.folded}`)).toEqual(listLines(mail));
    }),
  );
});

test.each([
  ['empty lines', '\n'],
  ['quoted lines', '>\n'],
  ['quotes with answers', '> What do you see?\nNo\n'],
  ['quotes far from each other', `> x${'\n'.repeat(50)}`],
  ['beginnings of quotes', `On 2026-11-20 ${us} wrote:\n> x\n`],
  ['signatures', '-- \nAda\n\n> What do you see?\n'],
  ['headers', 'From: a@b.example\n'],
  ['dashes', '-'],
  ['colons', ': '],
  ['addresses', 'a@'],
])('many %s are split before the test’s time is over', (_, piece) => {
  expect(() => split(`${piece.repeat(200_000 / piece.length)}x:x`)).not.toThrow();
});
