import sharp from 'sharp';
import { expect, test } from 'vitest';
import { squareWebp } from './images.ts';

const size = { sidePx: 512, pixelsMax: 40_000_000 };
const red = { r: 200, g: 30, b: 30 };
const blue = { r: 30, g: 30, b: 200 };
const plain = (width: number, height: number, background = red) =>
  sharp({ create: { width, height, channels: 3, background } });

/** Left half red, right half blue. */
const halves = () =>
  plain(200, 200).composite([
    {
      input: { create: { width: 100, height: 200, channels: 3, background: blue } },
      left: 100,
      top: 0,
    },
  ]);

async function pixelAt(image: Buffer, left: number, top: number) {
  const [r = 0, g = 0, b = 0] = await sharp(image)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  return { isRed: r > 150 && b < 80, isBlue: b > 150 && r < 80, g };
}

test.each(['jpeg', 'png', 'gif', 'webp'] as const)('a %s becomes a square WebP', async (format) => {
  const image = await squareWebp(await plain(640, 300).toFormat(format).toBuffer(), size);
  expect(await sharp(image!).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
});

test('an image smaller than the square is enlarged', async () => {
  const image = await squareWebp(await plain(20, 10).png().toBuffer(), { ...size, sidePx: 64 });
  expect(await sharp(image!).metadata()).toMatchObject({ width: 64, height: 64 });
});

test('metadata of the camera and the location are removed', async () => {
  const input = await plain(300, 300)
    .withExif({ IFD0: { Artist: 'Ada Example' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
    .jpeg()
    .toBuffer();
  expect((await sharp(input).metadata()).exif).toBeDefined();
  const image = await squareWebp(input, size);
  const about = await sharp(image!).metadata();
  expect([about.exif, about.xmp, about.icc, about.iptc]).toEqual(Array(4).fill(undefined));
  expect(image!.includes('Ada Example')).toBe(false);
});

test('an image is rotated by its EXIF orientation', async () => {
  // Orientation 6: shown turned by 90 degrees clockwise, so that the left half is on top.
  const input = await halves().withMetadata({ orientation: 6 }).png().toBuffer();
  const image = await squareWebp(input, size);
  expect(await pixelAt(image!, 256, 100)).toMatchObject({ isRed: true });
  expect(await pixelAt(image!, 256, 400)).toMatchObject({ isBlue: true });
});

test('an animation is reduced to its first frame', async () => {
  const frames = await Promise.all(
    [red, blue].map((color) => plain(40, 40, color).png().toBuffer()),
  );
  const input = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  expect((await sharp(input, { pages: -1 }).metadata()).pages).toBe(2);
  const image = await squareWebp(input, size);
  expect((await sharp(image!, { pages: -1 }).metadata()).pages ?? 1).toBe(1);
  expect(await pixelAt(image!, 256, 256)).toMatchObject({ isRed: true });
});

test('an image with too many pixels is refused', async () => {
  const input = await plain(400, 300).png().toBuffer();
  expect(await squareWebp(input, { sidePx: 64, pixelsMax: 119_999 })).toBeNull();
  expect(await squareWebp(input, { sidePx: 64, pixelsMax: 120_000 })).not.toBeNull();
});

test('a decompression bomb is refused', async () => {
  const bomb = await sharp({
    create: { width: 7_000, height: 7_000, channels: 3, background: red },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 1, palette: false })
    .toBuffer();
  expect(bomb.length).toBeLessThan(5_000_000);
  expect(await squareWebp(bomb, size)).toBeNull();
});

test('a truncated file is refused', async () => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const whole = await sharp({ create: { width: 400, height: 400, channels: 3, noise } as never })
    .jpeg()
    .toBuffer();
  expect(await squareWebp(whole, size)).not.toBeNull();
  expect(await squareWebp(whole.subarray(0, whole.length / 2), size)).toBeNull();
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>';
const pngHead = Buffer.from('89504e470d0a1a0a', 'hex');
test.each([
  ['SVG', Buffer.from(svg)],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['HTML behind the first bytes of a PNG', Buffer.concat([pngHead, Buffer.from('<script>')])],
  [
    'SVG behind the first bytes of a JPEG',
    Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from(svg)]),
  ],
  ['nothing', Buffer.alloc(0)],
])('%s is not an image', async (_name, bytes) => {
  expect(await squareWebp(bytes, size)).toBeNull();
});

test('other image formats are refused', async () => {
  expect(await squareWebp(await plain(40, 40).tiff().toBuffer(), size)).toBeNull();
});
