// The parts of a raw e-mail: PostalMime, with texts that are decoded by evidence, text files as
// files, and what it finds in a mail whose structure is broken.
import type { Attachment, Email } from 'postal-mime';
import { decodeText } from './decode-text.ts';

type Parameters = { parsed: { value: string; params: Record<string, string> } };
/** What PostalMime asks itself about each part before it decodes its text. */
type Part = {
  content: ArrayBuffer | null;
  contentType: Parameters;
  contentDisposition: Parameters;
};
type PartReader = { isInlineTextNode(part: Part): boolean };

/** Throws when a limit of the parser is exceeded. */
export async function parseMail(raw: Uint8Array): Promise<Email> {
  const email = await parseParts(raw);
  if (email.html) email.html = cutHtml(email.html);
  dropAlternatives(email);
  if (!isEmpty(email)) return email;
  const body = findBody(raw);
  const boundary = /^--([^\r\n]{1,70}?)[ \t]*$/m.exec(body.slice(0, 4096))?.[1];
  const header = boundary && `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n`;
  const inner = header && (await parseParts(Buffer.from(header + body, 'latin1')));
  if (inner && !isEmpty(inner)) return { ...inner, ...email, ...readContent(inner) };
  return { ...email, text: decodeText(Buffer.from(body, 'latin1'), 'text/plain', {}) };
}

const htmlMax = 2_000_000;

/** More is no text of a person. The data of pictures does not count. */
function cutHtml(html: string): string {
  let room = htmlMax;
  return html
    .split(/(?<=["'(]\s?)(data:[^"')>]*)/i)
    .map((piece, at) => {
      const isPicture = at % 2 === 1;
      const cut = isPicture && room > 0 ? piece : piece.slice(0, room);
      if (!isPicture) room -= cut.length;
      return cut;
    })
    .join('');
}

const readContent = ({ text = '', html = '', attachments }: Email) => ({ text, html, attachments });

const isEmpty = ({ text = '', html = '', attachments }: Email): boolean =>
  text.trim() === '' && html === '' && attachments.length === 0;

/** With one letter for each byte. Base64 may be declared for a whole of several parts. */
function findBody(raw: Uint8Array): string {
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.length).toString('latin1');
  const [whole = '', header = ''] = /^(.*?)\r?\n\r?\n/s.exec(text) ?? [];
  const body = text.slice(whole.length);
  const isBase64 = /^content-transfer-encoding:\s*base64/im.test(header);
  return isBase64 ? Buffer.from(body, 'base64').toString('latin1') : body;
}

async function parseParts(raw: Uint8Array): Promise<Email> {
  const { default: PostalMime } = await import('postal-mime');
  const parser = new PostalMime({ attachmentEncoding: 'arraybuffer' });
  const reader = parser as unknown as PartReader;
  const isText = reader.isInlineTextNode.bind(parser);
  reader.isInlineTextNode = (part) => {
    const { value, params } = part.contentType.parsed;
    const isUntyped = /^(?:text|plain|text\/)?$/.test(value);
    if (!(isText(part) || isUntyped) || isNamedFile(part)) return false;
    const text = decodeText(new Uint8Array(part.content ?? []), value, params);
    part.content = Uint8Array.from(Buffer.from(text)).buffer;
    part.contentType.parsed.params = { charset: 'utf-8' };
    return true;
  };
  return parser.parse(raw);
}

/** Programs put text files into mails as if they were part of the text. */
const isNamedFile = ({ contentDisposition, contentType }: Part): boolean =>
  Boolean(contentDisposition.parsed.params.filename ?? contentType.parsed.params.name);

/** Each repeats the text, for programs of other kinds. */
const alternativeTypes = /^text\/(?:x-amp-html|watch-html|enriched|richtext)$/;

/** The first one is the text of a mail that has no other. */
function dropAlternatives(email: Email): void {
  const isAlternative = ({ mimeType, filename }: Attachment) =>
    !filename && alternativeTypes.test(mimeType);
  const [first] = email.attachments.filter(isAlternative);
  email.attachments = email.attachments.filter((file) => !isAlternative(file));
  if (!first || typeof first.content === 'string' || email.text?.trim() || email.html) return;
  const text = decodeText(new Uint8Array(first.content), first.mimeType, {});
  if (/html$/.test(first.mimeType)) email.html = text;
  else email.text = /rich/.test(first.mimeType) ? readEnriched(text) : text;
}

/** RFC 1896: one end of a line is a space, more are one fewer. */
const readEnriched = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n+/g, (ends) => ends.slice(1) || ' ')
    .replace(/<<|<param>[^<]{0,1000}<\/param>|<\/?[a-z-]{1,60}>/gi, (one) =>
      one === '<<' ? '<' : '',
    );
