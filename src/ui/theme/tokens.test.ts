import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { brandColors, toToken } from '#lib/brand-colors.ts';

type Triple = [number, number, number];
type Tokens = Record<string, Triple>;

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function readTokens(selector: string): Tokens {
  const block = css.match(new RegExp(`^${selector}(?:,[^{]*)? \\{([^}]*)\\}`, 'm'))?.[1] ?? '';
  const declarations = block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g);
  return Object.fromEntries(
    [...declarations].map(([, name, l, c, h]) => [name, [Number(l), Number(c), Number(h)]]),
  );
}

/** Björn Ottosson's OKLab matrices, https://bottosson.github.io/posts/oklab/. */
function toLinearSrgb([lightness, chroma, hue]: Triple): Triple {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Relative luminance by WCAG 2.2; colours outside sRGB are clipped as a screen clips them. */
function readLuminance(color: Triple): number {
  const [r, g, b] = toLinearSrgb(color).map((part) => Math.min(Math.max(part, 0), 1)) as Triple;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function readContrast(one: Triple, other: Triple): number {
  const [dark, light] = [readLuminance(one), readLuminance(other)].sort((a, b) => a - b);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

const dark = readTokens(':root');
const themes = { dark, light: { ...dark, ...readTokens('\\.light') } };

const surfaces = ['ground', 'raised', 'sunken'];
const inks = [
  { names: ['text'], least: 14 },
  { names: ['quiet'], least: 6 },
  { names: ['accent', 'info', 'warning-text', 'success', 'danger'], least: 4.5 },
  { names: ['control', 'accent'], least: 3 },
  { names: ['chart-1', 'chart-3', 'chart-4'], least: 3 },
];
const promises = [
  ...inks.flatMap(({ names, least }) =>
    names.flatMap((name) => surfaces.map((surface) => ({ name, surface, least }))),
  ),
  { name: 'on-accent', surface: 'accent', least: 4.5 },
  { name: 'on-info', surface: 'info', least: 4.5 },
  { name: 'on-warning', surface: 'warning', least: 4.5 },
];

describe.each(Object.entries(themes))('in the %s theme', (_theme, tokens) => {
  test.each(promises)('$name on $surface keeps $least to 1', ({ name, surface, least }) => {
    const [ink, ground] = [tokens[name], tokens[surface]];
    expect(ink, `--${name} is an oklch() token`).toBeDefined();
    expect(ground, `--${surface} is an oklch() token`).toBeDefined();
    expect(readContrast(ink as Triple, ground as Triple)).toBeGreaterThanOrEqual(least);
  });
});

test('the conversion gives the known contrasts of white', () => {
  expect(readContrast([1, 0, 0], [0, 0, 0])).toBeCloseTo(21, 1);
  // sRGB red, 4:1 on white.
  expect(readContrast([1, 0, 0], [0.62796, 0.25768, 29.2339])).toBeCloseTo(4, 1);
});

/** As `rrggbb`, by the sRGB transfer curve; a colour outside sRGB is clipped. */
const toHex = (color: Triple): string =>
  toLinearSrgb(color)
    .map((part) => Math.min(Math.max(part, 0), 1))
    .map((part) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055))
    .map((part) =>
      Math.round(255 * part)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('');

describe.each(['dark', 'light'] as const)('the brand colours of the %s theme', (theme) => {
  test.each(Object.entries(brandColors[theme]))('%s is the token in sRGB', (name, hex) => {
    expect(hex).toBe(`#${toHex(themes[theme][toToken(name)] as Triple)}`);
  });
});

test('the favicon uses colours of the dark theme', () => {
  const svg = readFileSync(new URL('../../../public/favicon.svg', import.meta.url), 'utf8');
  const used = svg.match(/#[0-9a-f]{6}/g) ?? [];
  const { ground, text, accent, info } = brandColors.dark;
  expect(new Set(used)).toEqual(new Set([ground, text, accent, info]));
});

test('the light theme names every colour that the dark theme has', () => {
  expect(Object.keys(readTokens('\\.light')).sort()).toEqual(Object.keys(dark).sort());
});
