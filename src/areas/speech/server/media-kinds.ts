// Which reader of ffmpeg a file is given to. The content decides: a name or a content type that a
// stranger sent could choose a reader that opens other files (playlists) or devices.
import { fileTypeFromBuffer } from 'file-type';

/** What `file-type` says of the content, and the one reader of ffmpeg for it. */
const readers: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/ogg; codecs=opus': 'ogg',
  'video/ogg': 'ogg',
  'application/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/mp4': 'mov',
  'audio/x-m4a': 'mov',
  'video/mp4': 'mov',
  'video/x-m4v': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'audio/webm': 'matroska',
  'video/matroska': 'matroska',
};

/** Null for everything that is no audio we take. */
export async function findReader(bytes: Uint8Array): Promise<string | null> {
  const kind = await fileTypeFromBuffer(bytes).catch(() => undefined);
  return (kind && readers[kind.mime]) ?? null;
}
