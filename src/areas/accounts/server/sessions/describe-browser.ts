import Bowser from 'bowser';

/** `Firefox 131` and `Windows`, or `Unknown browser` and `unknown system`. */
export function describeBrowser(userAgent: string): { browser: string; system: string } {
  if (!userAgent) return { browser: 'Unknown browser', system: 'unknown system' };
  const read = Bowser.getParser(userAgent);
  const { name, version } = read.getBrowser();
  return {
    browser: name ? `${name} ${version?.split('.')[0] ?? ''}`.trim() : 'Unknown browser',
    system: read.getOSName() || 'unknown system',
  };
}
