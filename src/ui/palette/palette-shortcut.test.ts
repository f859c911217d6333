import { expect, test } from 'vitest';
import { isPaletteShortcut } from './PaletteButton.tsx';

const press = { key: 'k', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test('ctrl or cmd with k opens the palette, and nothing else does', () => {
  expect(isPaletteShortcut({ ...press, ctrlKey: true })).toBe(true);
  expect(isPaletteShortcut({ ...press, key: 'K', metaKey: true })).toBe(true);
  expect(isPaletteShortcut(press)).toBe(false);
  expect(isPaletteShortcut({ ...press, ctrlKey: true, shiftKey: true })).toBe(false);
  expect(isPaletteShortcut({ ...press, ctrlKey: true, altKey: true })).toBe(false);
  expect(isPaletteShortcut({ ...press, key: 'j', ctrlKey: true })).toBe(false);
});
