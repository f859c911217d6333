// The kind of a recording by its content: an untrusted file name or content type could select a
// demuxer of ffmpeg that opens other files (playlists) or devices.

export type MediaType = {
  /** Of ffmpeg. */
  demuxer: string;
  /** Of a file name. */
  extension: string;
  contentType: string;
};

const wav: MediaType = { demuxer: 'wav', extension: 'wav', contentType: 'audio/wav' };
const ogg: MediaType = { demuxer: 'ogg', extension: 'ogg', contentType: 'audio/ogg' };
const m4a: MediaType = { demuxer: 'mov', extension: 'm4a', contentType: 'audio/mp4' };
const mp4: MediaType = { demuxer: 'mov', extension: 'mp4', contentType: 'video/mp4' };

/** By the names of `file-type`. */
export const mediaTypes = {
  'audio/mpeg': { demuxer: 'mp3', extension: 'mp3', contentType: 'audio/mpeg' },
  'audio/wav': wav,
  'audio/ogg': ogg,
  'audio/ogg; codecs=opus': ogg,
  'video/ogg': ogg,
  'application/ogg': ogg,
  'audio/flac': { demuxer: 'flac', extension: 'flac', contentType: 'audio/flac' },
  'audio/aac': { demuxer: 'aac', extension: 'aac', contentType: 'audio/aac' },
  'audio/mp4': m4a,
  'audio/x-m4a': m4a,
  'video/mp4': mp4,
  'video/x-m4v': mp4,
  'video/3gpp': { demuxer: 'mov', extension: '3gp', contentType: 'video/3gpp' },
  'video/quicktime': { demuxer: 'mov', extension: 'mov', contentType: 'video/quicktime' },
  'video/webm': { demuxer: 'matroska', extension: 'webm', contentType: 'video/webm' },
  'audio/webm': { demuxer: 'matroska', extension: 'webm', contentType: 'audio/webm' },
  'video/matroska': { demuxer: 'matroska', extension: 'mkv', contentType: 'video/matroska' },
} as const satisfies Record<string, MediaType>;

/** Null for unsupported content. */
export async function findMediaType(bytes: Uint8Array): Promise<MediaType | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  return mediaTypes[type?.mime as keyof typeof mediaTypes] ?? null;
}
