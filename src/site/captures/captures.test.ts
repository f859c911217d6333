import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { captureFile, captureNames, captureScale, captureSize, captureThemes } from './captures.ts';

const publicFolder = path.resolve(import.meta.dirname, '../../../public');
const bytesMax = 60_000;
const files = captureNames.flatMap((name) =>
  captureThemes.map((theme) => captureFile(name, theme)),
);

test.each(files)('%s is an AVIF picture of the declared size, and small', async (file) => {
  const place = path.join(publicFolder, file);
  const { format, compression, width, height } = await sharp(place).metadata();
  expect({ format, compression, width, height }).toEqual({
    format: 'heif',
    compression: 'av1',
    width: captureSize.width * captureScale,
    height: captureSize.height * captureScale,
  });
  expect(statSync(place).size).toBeLessThanOrEqual(bytesMax);
});

test('every picture in the folder is used', () => {
  const found = readdirSync(path.join(publicFolder, 'captures')).map((file) => `/captures/${file}`);
  expect(found.sort()).toEqual(files.toSorted());
});
