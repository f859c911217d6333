/** The ground of tokens.css for what knows no oklch(): the browser's own bars, the manifest. */
export const themeColors = { dark: '#0d0f15', light: '#f7f3eb' } as const;
