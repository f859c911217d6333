// Everything that a mail consists of, as it arrived. Runs in a worker thread, like read-mail.ts.
import type { Attachment } from 'postal-mime';
import { toPage } from './original-page.ts';
import { parseMail } from './parse-mail.ts';

export type MailPart = { name: string; type: string; bytes: Uint8Array };

export type Original = {
  headers: { name: string; value: string }[];
  text: string;
  /** A page without scripts; empty for a mail without HTML. */
  page: string;
  /** The texts first, as files too. */
  parts: MailPart[];
};

const headersMax = 500;
const headerLengthMax = 10_000;
const textMax = 500_000;

/** Null for a mail that the parser does not read. */
export default async function readOriginal(raw: Uint8Array): Promise<Original | null> {
  try {
    const mail = await parseMail(raw);
    const attached = mail.attachments.map(toPart);
    const texts = [
      { name: 'text.txt', type: 'text/plain', content: mail.text },
      { name: 'text.html', type: 'text/html', content: mail.html },
    ].flatMap(({ content, ...part }) => (content ? [{ ...part, bytes: toBytes(content) }] : []));
    return {
      headers: mail.headers.slice(0, headersMax).map(({ key, originalKey, value }) => ({
        name: originalKey || key,
        value: value.slice(0, headerLengthMax).toWellFormed(),
      })),
      text: (mail.text ?? '').slice(0, textMax).toWellFormed(),
      page: mail.html ? toPage(mail.html, listPictures(mail.attachments)) : '',
      parts: [...texts, ...attached],
    };
  } catch {
    return null;
  }
}

const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const toPart = ({ filename, mimeType, content }: Attachment): MailPart => ({
  name: filename?.slice(0, 200).toWellFormed() ?? '',
  type: mimeType,
  bytes: typeof content === 'string' ? toBytes(content) : new Uint8Array(content),
});

/** What browsers show without running anything in it: no SVG. */
const pictureType = /^image\/(?:png|jpe?g|gif|webp|bmp)$/;

/** Data URLs by the names that the HTML uses. */
const listPictures = (attachments: readonly Attachment[]): Map<string, string> =>
  new Map(
    attachments.flatMap(({ contentId, mimeType, content }) => {
      if (!contentId || !pictureType.test(mimeType) || typeof content === 'string') return [];
      const data = Buffer.from(new Uint8Array(content)).toString('base64');
      return [[contentId.replace(/^<|>$/g, ''), `data:${mimeType};base64,${data}`] as const];
    }),
  );
