// The colours of src/ui/theme/tokens.css in sRGB, for everything that cannot use that file:
// e-mails, images, the manifest, pages rendered by the server. src/ui/theme/tokens.test.ts compares
// the two.

/** The background of each theme. Separate, because the client only needs these. */
export const groundColors = { dark: '#0d0f15', light: '#f7f3eb' } as const;

const dark = {
  ground: groundColors.dark,
  raised: '#14171d',
  sunken: '#090b10',
  line: '#303339',
  control: '#63666d',
  text: '#f1eee9',
  quiet: '#a8abb1',
  accent: '#f57050',
  onAccent: '#0d0f15',
  info: '#799ee3',
  warning: '#eacc56',
  onWarning: '#0d0f15',
  success: '#62bb78',
  danger: '#ee5473',
};

export type BrandColors = Record<keyof typeof dark, string>;

const light: BrandColors = {
  ground: groundColors.light,
  raised: '#fefcf7',
  sunken: '#ede9e1',
  line: '#d5d0c6',
  control: '#878379',
  text: '#13161d',
  quiet: '#51555e',
  accent: '#b9381f',
  onAccent: '#ffffff',
  info: '#3456a3',
  warning: '#a28218',
  onWarning: '#0d0f15',
  success: '#1d7339',
  danger: '#b51446',
};

export const brandColors: { dark: BrandColors; light: BrandColors } = { dark, light };

/** `onAccent` as the token `on-accent`. */
export const toToken = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const printVariables = (colors: BrandColors) =>
  Object.entries(colors)
    .map(([name, color]) => `--${toToken(name)}: ${color};`)
    .join(' ');

/** CSS that declares the colours as variables, in the theme that the reader's system asks for. */
export const brandStyle = `:root { color-scheme: light dark; ${printVariables(light)} }
@media (prefers-color-scheme: dark) { :root { ${printVariables(dark)} } }`;
