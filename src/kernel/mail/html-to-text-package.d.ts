// The package comes without types. These are the options that html-to-text.ts uses.
declare module 'html-to-text' {
  export function convert(
    html: string,
    options: {
      wordwrap: number | false;
      limits: { maxInputLength: number; maxDepth: number };
      selectors: { selector: string; format?: string; options?: object }[];
    },
  ): string;
}
