// The parts of a raw e-mail: PostalMime, with character sets by evidence and text files as files.
import type { Email } from 'postal-mime';
import { detectCharset } from './detect-charset.ts';

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
  const { default: PostalMime } = await import('postal-mime');
  const parser = new PostalMime({ attachmentEncoding: 'arraybuffer' });
  const reader = parser as unknown as PartReader;
  const isText = reader.isInlineTextNode.bind(parser);
  reader.isInlineTextNode = (part) => {
    if (!isText(part) || isNamedFile(part)) return false;
    const { value, params } = part.contentType.parsed;
    const bytes = new Uint8Array(part.content ?? []);
    params.charset = detectCharset(bytes, params.charset ?? '', value === 'text/html');
    return true;
  };
  return parser.parse(raw);
}

/** Programs put text files into mails as if they were part of the text. */
const isNamedFile = ({ contentDisposition, contentType }: Part): boolean =>
  Boolean(contentDisposition.parsed.params.filename ?? contentType.parsed.params.name);
