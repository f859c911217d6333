import { expect, test } from 'vitest';
import { isPalettePress } from './palette-key.ts';

const press = { key: 'k', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test('ctrl or cmd with k opens the palette, and nothing else does', () => {
  expect(isPalettePress({ ...press, ctrlKey: true })).toBe(true);
  expect(isPalettePress({ ...press, key: 'K', metaKey: true })).toBe(true);
  expect(isPalettePress(press)).toBe(false);
  expect(isPalettePress({ ...press, ctrlKey: true, shiftKey: true })).toBe(false);
  expect(isPalettePress({ ...press, ctrlKey: true, altKey: true })).toBe(false);
  expect(isPalettePress({ ...press, key: 'j', ctrlKey: true })).toBe(false);
});
