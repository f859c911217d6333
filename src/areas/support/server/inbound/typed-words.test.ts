// What a person types comes back, and what we sent does not become theirs, whatever programs and
// mail servers do to a mail: each step of its way is an entry of a table here.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLongRun } from '#test/parts.ts';
import readMail from './read-mail.ts';
import { createSentTexts } from './sent-texts.ts';
import { splitReply } from './split-reply.ts';

const ourHost = 'weftline.example.com';
const us = `Weftline <no-reply@${ourHost}>`;
const link = `https://${ourHost}/dashboard/support/1`;
const ours = [
  'Weftline answered you in the conversation',
  "What does your browser's console say, \"refused\" or 'timed out'? Übergröße matters too.",
  '画面に何が表示されますか、そしてログには何がありますか。',
  'Пришлите пожалуйста снимок экрана и журнал.',
  `Open the conversation ${link}`,
  'Answer this mail, or write on the page of the ticket: both reach Weftline.',
];
const sent = createSentTexts([ours.join('\n\n')], ['I typed this before', 'Yes']);
const ourWords =
  /answered you|console say|timed out|matters too|何が表示|снимок экрана|page of the/;

const words = [
  'yes no typed kettle 42 e.g. naïve Straße façade',
  'спасибо работает нет Ελληνικά γειά',
  'שלום עולם مرحبا لا 謝謝 不行 ありがとう ダメ ขอบคุณ ไม่ धन्यवाद नहीं 감사합니다',
  '👍 🙏🏽 a@b.example https://kettle.example/x?y=z=1 -- * 1) C:\\x §5 50% "so" it’s',
].flatMap((line) => line.split(' '));
const line = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 9 });
/** Also what looks like a header, was typed before, or is a whole message of the ticket. */
const beginnings = [
  'kettle ',
  'Order: ',
  'I typed this before ',
  'ada@example.com ',
  '2026: wrote: ',
];
const typedLine = fc.oneof(
  fc.tuple(fc.constantFrom(...beginnings), line).map(([first, rest]) => first + rest.join(' ')),
  fc.constantFrom(
    'Yes',
    'I typed this before',
    'Order: 4711',
    'ada@example.com',
    'https://kettle.example/x',
  ),
);
const typed = fc.array(typedLine, { minLength: 1, maxLength: 3 });

type Lines = readonly string[];
type Mail = { lines: string[]; isHtml: boolean };
const plain = (...lines: string[]): Mail => ({ lines, isHtml: false });
const html = (...lines: string[]): Mail => ({ lines, isHtml: true });
const encode = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const tag = (name: string, lines: Lines) =>
  lines.map((one) => `<${name.split(' ')[0]}>${encode(one)}</${name.split(' ')[0]}>`);
const marked = (lines: Lines) => lines.flatMap((one) => [`> ${one}`, '>']);
const apart = (lines: Lines) => lines.flatMap((one) => [one, '']);
const wrote = `On Fri, Nov 20, 2026 at 1:00 PM ${us} wrote:`;
const turkish = `${us}, 20 Kas 2026 Cum, 13:00 tarihinde şunu yazdı:`;
const headers = [
  `From: ${us}`,
  'Sent: Friday, November 20, 2026 1:00 PM',
  'To: Ada <ada@example.com>',
  'Subject: RE: [#1001] Help',
];
const warning = 'CAUTION: This email originated from outside of the organization.';
const half = Math.ceil(ours.length / 2);
const wrap = (lines: Lines, width: number) =>
  lines.flatMap((one) => one.match(new RegExp(`.{1,${width}}(?: |$)|.{${width}}`, 'gu')) ?? []);

/** How programs put a text and our mail together. */
const programs: Record<string, (text: Lines) => Mail> = {
  top: (text) => plain(...text, '', wrote, '', ...marked(ours)),
  topInTurkish: (text) => plain(...text, '', turkish, '', ...marked(ours)),
  bottom: (text) => plain(wrote, ...marked(ours), '', ...text),
  between: (text) =>
    plain(wrote, ...marked(ours.slice(0, half)), ...text, ...marked(ours.slice(half))),
  betweenAndBelow: (text) =>
    plain(...marked(ours.slice(0, half)), ...text, ...marked(ours.slice(half)), '', ...text),
  withoutLine: (text) => plain(...marked(ours), '', ...text),
  wrapped: (text) =>
    plain(...text, '', wrote, ...ours.flatMap((one) => wrap([`> ${one}`], 40)), '', ...text),
  outlook: (text) => plain(...text, '', '_'.repeat(32), ...headers, '', ...apart(ours)),
  original: (text) =>
    plain(...text, '', '-----Original Message-----', ...headers, '', ...apart(ours)),
  outlookBetween: (text) =>
    plain('', ...headers, '', ...apart(ours.slice(0, half)), ...text, '', ...ours.slice(half)),
  outlookBelow: (text) => plain(...headers, '', ...apart(ours), ...text),
  warned: (text) => plain(...text, '', ...headers, '', warning, '', ...apart(ours)),
  warnedWithMarks: (text) => plain(...text, '', wrote, `> ${warning}`, ...marked(ours)),
  withoutMarks: (text) => plain(...text, '', ...apart(ours)),
  withoutMarksBelow: (text) => plain(...apart(ours), ...text),
  gmail: (text) =>
    html(
      ...tag('div', text),
      `<div class="gmail_quote"><div class="gmail_attr">${encode(wrote)}<br></div>`,
      '<blockquote class="gmail_quote">',
      ...tag('p', ours),
      '</blockquote></div>',
    ),
  gmailEdited: (text) =>
    html(
      `<div class="gmail_quote">${encode(wrote)}<br><blockquote class="gmail_quote">`,
      ...tag('p', ours.slice(0, half)),
      ...tag('p', text),
      ...tag('p', ours.slice(half)),
      '</blockquote></div>',
    ),
  apple: (text) =>
    html(
      ...tag('div', text),
      `<br><blockquote type="cite"><div>${encode(wrote)}</div><br>`,
      '<html><body>',
      ...tag('p', ours),
      '</body></html></blockquote>',
      ...tag('div', text),
    ),
  thunderbird: (text) =>
    html(
      `<div class="moz-cite-prefix">${encode(wrote)}</div><blockquote type="cite">`,
      ...tag('p', ours),
      '</blockquote>',
      ...tag('p', text),
    ),
  outlookHtml: (text) =>
    html(
      '<!--[if gte mso 9]><xml></xml><![endif]-->',
      ...tag('p', text),
      '<hr>',
      `<div id="divRplyFwdMsg">${headers.map(encode).join('<br>')}</div>`,
      ...tag('p', ours),
    ),
  outlookHtmlBetween: (text) =>
    html(
      `<hr><div id="divRplyFwdMsg">${headers.map(encode).join('<br>')}</div>`,
      ...tag('p', ours.slice(0, half)),
      ...tag('p', text),
      ...tag('p', ours.slice(half)),
    ),
  table: (text) =>
    html(
      ...tag('p', text),
      '<table><tr><td style="border-left:1px solid"></td><td>',
      ...tag('p', ours),
      '</td></tr></table>',
    ),
};

const isOurs = (one: string) => ours.some((text) => one.includes(text.slice(3, 12)));
const listFooter = ['_'.repeat(47), 'Help mailing list', 'https://lists.example.com/listinfo/help'];
const change = (from: string | RegExp, to: string) => (one: string) => one.replaceAll(from, to);
/** What programs and servers on the way change in each line. */
const changes: Record<string, (one: string) => string> = {
  nothing: (one) => one,
  spaces: change(/(?<=\p{L}) (?=\p{L})/gu, '\u00a0'),
  quotationMarks: (one) => one.replace(/"(\w+)"/g, '“$1”').replaceAll("'", '’'),
  decomposed: (one) => (isOurs(one) ? one.normalize('NFD') : one),
  hyphens: (one) => (isOurs(one) ? one.replaceAll('conv', 'con\u00adv\u200b') : one),
  safeLinks: change(link, `https://eur01.safelinks.protection.outlook.com/?url=${link}&data=05`),
  proofpoint: change(link, `https://urldefense.com/v3/__${link}__;!!A$`),
  brackets: change(link, `[${link}]<${link}>`),
  brokenAnew: (one) => (isOurs(one) && !/^[><]/.test(one) ? wrap([one], 40).join('\n') : one),
  trailing: (one) => `${one}  `,
};

const toQuotedPrintable = (text: string): string =>
  text
    .split('\n')
    .map((one) => {
      const letters = [...Buffer.from(one)].map((byte) =>
        byte > 126 || byte === 61 || byte < 32
          ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
          : String.fromCharCode(byte),
      );
      const pieces: string[] = [];
      while (letters.length > 0) pieces.push(letters.splice(0, 25).join(''));
      return pieces.join('=\n').replace(/ $/, '=20');
    })
    .join('\n');

const flow = (text: string, isDeleted: boolean): string =>
  text
    .split('\n')
    .flatMap((one) => {
      const marks = /^>*/.exec(one)![0];
      const content = one.slice(marks.length).trim();
      const pieces = wrap([content], 50).map((piece, at, all) => {
        const isLast = at === all.length - 1;
        if (isDeleted) return isLast ? piece : `${piece} `;
        return isLast || piece.endsWith(' ') ? piece : `${piece}`;
      });
      return (pieces.length > 0 ? pieces : ['']).map((piece) => `${marks} ${piece}`);
    })
    .join('\n');

type Encoding = (text: string) => { parameters?: string; encoding: string; body: string };
const encodings: Record<string, Encoding> = {
  utf8: (text) => ({ encoding: '8bit', body: text }),
  quotedPrintable: (text) => ({ encoding: 'quoted-printable', body: toQuotedPrintable(text) }),
  base64: (text) => ({
    encoding: 'base64',
    body: Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\n'),
  }),
  flowed: (text) => ({
    parameters: '; format=flowed',
    encoding: '8bit',
    body: flow(text, false),
  }),
  flowedDelSp: (text) => ({
    parameters: '; format=flowed; delsp=yes',
    encoding: '8bit',
    body: flow(text, true),
  }),
};

function compose({ lines, isHtml }: Mail, transfer: Encoding): Buffer {
  const { parameters = '', encoding, body } = transfer(lines.join('\n'));
  const head = [
    'From: ada@example.com',
    `Content-Type: text/${isHtml ? 'html' : 'plain'}; charset=utf-8${parameters}`,
    `Content-Transfer-Encoding: ${encoding}`,
  ];
  return Buffer.from([...head, '', body, ''].join('\n').replaceAll('\n', '\r\n'));
}

const pick = <Entry>(table: Record<string, Entry>) => fc.constantFrom(...Object.keys(table));
/** Programs change spaces and marks; no word, and not the order. */
const squeeze = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\s\u00a0]+|[“”"'’]|^> ?/gmu, '')
    .replace(/\(https?:[^)]*\)/g, '');

test('what is typed comes back, and what we sent does not become theirs', async () => {
  const names = fc.record({ program: pick(programs), step: pick(changes), code: pick(encodings) });
  await fc.assert(
    fc.asyncProperty(typed, names, fc.boolean(), async (text, { program, step, code }, isList) => {
      const composed = programs[program]!(text);
      const lines = composed.lines.map(changes[step]!);
      const footer = isList && !composed.isHtml ? listFooter : [];
      const encoding = encodings[composed.isHtml && code.startsWith('flowed') ? 'utf8' : code]!;
      const raw = compose({ ...composed, lines: [...lines, ...footer] }, encoding);
      const mail = (await readMail(raw))!;
      const reply = splitReply(mail.text, sent, ourHost);
      const typedLines = text.map((one) => squeeze(changes[step]!(one)));
      for (const one of typedLines) expect(squeeze(reply.text)).toContain(one);
      const unmarked = reply.text.split('\n').filter((one) => !one.startsWith('>'));
      expect(unmarked.join('\n').normalize('NFC').replaceAll('\u00a0', ' ')).not.toMatch(ourWords);
    }),
    { numRuns: isLongRun ? 5000 : 100 },
  );
});
