// The files of a mail as attachments, its text as that of a message, its subject as a ticket's.
import { InvalidInput } from '#kernel/http/errors.ts';
import {
  attachmentBytesMax,
  attachmentsMax,
  subjectMax,
  subjectMin,
  textMax,
} from '../../wire/tickets.constants.ts';
import { saveUpload } from '../attachments/attachments.ts';
import type { Support } from '../context.ts';
import type { MailFile } from './read-mail.ts';

export type SavedFiles = {
  ids: string[];
  refused: string[];
  /** Those that the HTML names, by its names. */
  pictures: ReadonlyMap<string, string>;
};

/** Smaller pictures within the text are those of signatures. */
const pictureBytesMin = 20_000;

/** Files that are refused, too large or beyond the fifth are only listed by name. */
export async function saveFiles(
  support: Support,
  uploader: Parameters<typeof saveUpload>[1],
  files: readonly MailFile[],
): Promise<SavedFiles> {
  const ids: string[] = [];
  const refused: string[] = [];
  const pictures = new Map<string, string>();
  for (const { name, bytes, isInline, contentId } of files) {
    const isAccepted = ids.length < attachmentsMax && bytes.length <= attachmentBytesMax;
    const saved = isAccepted
      ? await saveUpload(support, uploader, { bytes, name }).catch(ifRefused)
      : null;
    if (saved?.is_image && contentId !== '') pictures.set(contentId, saved.id);
    if (saved) ids.push(saved.id);
    else if (!isInline || bytes.length >= pictureBytesMin)
      refused.push(name || 'a file without a name');
  }
  return { ids, refused, pictures };
}

function ifRefused(error: unknown): null {
  if (error instanceof InvalidInput) return null;
  throw error;
}

export function toMessageText(typed: string, refused: readonly string[]): string {
  const footnote = refused.length > 0 ? `Not attached: ${refused.join(', ')}.`.slice(0, 1000) : '';
  const room = textMax - footnote.length - 100;
  const cut = `${typed.slice(0, room).toWellFormed()}\n\n[The rest is in the original mail.]`;
  const text = typed.length > room ? cut : typed;
  return [text, footnote].filter(Boolean).join('\n\n') || 'See the attached files.';
}

export function toTicketSubject(subject: string): string {
  const text = subject.slice(0, subjectMax).toWellFormed();
  return text.trim().length < subjectMin ? 'Mail without a subject' : text;
}
