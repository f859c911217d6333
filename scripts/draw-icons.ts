// Draws the icons in public/ from favicon.svg: run `node scripts/draw-icons.ts` after changing it.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { groundColors } from '../src/lib/brand-colors.ts';

const folder = path.resolve(import.meta.dirname, '../public');
const svg = readFileSync(path.join(folder, 'favicon.svg'), 'utf8');
const side = 32;

/** The drawing takes up `share` of the side; the ground fills the rest. */
function draw(sidePx: number, share = 1): Promise<Buffer> {
  const margin = (side / share - side) / 2;
  const box = [-margin, -margin, side + 2 * margin, side + 2 * margin].join(' ');
  const ground = `<rect x="${-margin}" y="${-margin}" width="200" height="200" fill="${groundColors.dark}"/>`;
  const wide = svg
    .replace(
      `viewBox="0 0 ${side} ${side}"`,
      `viewBox="${box}" width="${sidePx}" height="${sidePx}"`,
    )
    .replace('<rect ', `${ground}<rect `);
  return sharp(Buffer.from(wide))
    .resize(sidePx, sidePx)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

/**
 * A single PNG in an ICO container, for clients that request /favicon.ico without reading the page.
 */
function wrapIco(png: Buffer, sidePx: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(sidePx, 6);
  head.writeUInt8(sidePx, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

// A mask may cut off everything outside the middle four fifths; a round one also cuts the corners.
const maskableShare = 0.6;
const icons: Record<string, Buffer> = {
  'logo.png': await draw(512),
  'favicon.png': await draw(64),
  'favicon.ico': wrapIco(await draw(32), 32),
  'apple-touch-icon.png': await draw(180, 0.8),
  'icon-192.png': await draw(192),
  'icon-512.png': await draw(512),
  'icon-maskable-512.png': await draw(512, maskableShare),
};
for (const [file, bytes] of Object.entries(icons)) {
  writeFileSync(path.join(folder, file), bytes);
  console.log(`${file} ${bytes.length}`);
}
