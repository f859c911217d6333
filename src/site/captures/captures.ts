// Pictures of the running product, in public/captures. `npm run captures` takes them with the demo
// data, in both themes.

/** Of every capture, in CSS pixels; the files have twice as many. */
export const captureSize = { width: 880, height: 550 };
export const captureScale = 2;
export const captureThemes = ['dark', 'light'] as const;
export type CaptureTheme = (typeof captureThemes)[number];

export const captureNames = [
  'customs-result',
  'usage',
  'statement',
  'ticket',
  'proxy',
  'transcript',
  'sessions',
  'jobs',
] as const;
export type CaptureName = (typeof captureNames)[number];

export const captureFile = (name: CaptureName, theme: CaptureTheme) =>
  `/captures/${name}-${theme}.avif`;
