// Pictures of the running product, in public/captures. `npm run captures` takes them with the demo
// data, in both themes.

/** Of every capture, in CSS pixels. */
export const captureSize = { width: 880, height: 550 };
/** Of its files, in pixels of the picture: for phones, and for large or dense displays. */
export const captureWidths = [880, 1760] as const;
export type CaptureWidth = (typeof captureWidths)[number];
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

export const captureFile = (name: CaptureName, theme: CaptureTheme, width: CaptureWidth) =>
  `/captures/${name}-${theme}-${width}.avif`;
