// Images uploaded by customers. They are re-encoded, which drops metadata and hidden payloads. The decoders,
// 7 MB, are loaded with the first one.

const formats: readonly { format: string; begins: (bytes: Buffer) => boolean }[] = [
  { format: 'jpeg', begins: (bytes) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff' },
  { format: 'png', begins: (bytes) => bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a' },
  { format: 'gif', begins: (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)) },
  { format: 'webp', begins: (bytes) => /^RIFF.{4}WEBP/s.test(bytes.toString('latin1', 0, 12)) },
];
const timeoutSeconds = 5;
const webpQuality = 82;

/**
 * A square WebP of `sidePx`, cropped from the centre and rotated by its EXIF orientation; the first
 * frame of an animation. Null when the bytes are not a complete JPEG, PNG, GIF or WebP, have more
 * than `pixelsMax` pixels, or take longer than 5 s. The name and type of the file are ignored.
 */
export async function squareWebp(
  bytes: Uint8Array,
  { sidePx, pixelsMax }: { sidePx: number; pixelsMax: number },
): Promise<Buffer | null> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Checked before any decoder runs: libvips would also open SVG, which can read other files.
  const kind = formats.find((candidate) => candidate.begins(buffer));
  if (!kind) return null;
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(buffer, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 });
    if ((await image.metadata()).format !== kind.format) return null;
    return await image
      .autoOrient()
      .resize(sidePx, sidePx, { fit: 'cover' })
      .webp({ quality: webpQuality })
      .timeout({ seconds: timeoutSeconds })
      .toBuffer();
  } catch {
    return null;
  }
}
