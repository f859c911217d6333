import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  captureFile,
  captureNames,
  captureSize,
  captureThemes,
  captureWidths,
} from './captures.ts';

const publicFolder = path.resolve(import.meta.dirname, '../../../public');
const bytesMax = 60_000;
const files = captureNames.flatMap((name) =>
  captureThemes.flatMap((theme) =>
    captureWidths.map((width) => ({ file: captureFile(name, theme, width), width })),
  ),
);

test.each(files)('$file is an AVIF picture of its size, and small', async ({ file, width }) => {
  const place = path.join(publicFolder, file);
  const { format, compression, ...size } = await sharp(place).metadata();
  expect({ format, compression, width: size.width, height: size.height }).toEqual({
    format: 'heif',
    compression: 'av1',
    width,
    height: (width * captureSize.height) / captureSize.width,
  });
  expect(statSync(place).size).toBeLessThanOrEqual(bytesMax);
});

test('every picture in the folder is used', () => {
  const found = readdirSync(path.join(publicFolder, 'captures')).map((file) => `/captures/${file}`);
  expect(found.sort()).toEqual(files.map(({ file }) => file).toSorted());
});
