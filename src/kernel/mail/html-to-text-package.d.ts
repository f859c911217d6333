// The package comes without types. These are the options that html-to-text.ts and the build's
// Markdown use.
declare module 'html-to-text' {
  export type HtmlElement = {
    type: string;
    name?: string;
    data?: string;
    attribs?: Record<string, string>;
    children?: HtmlElement[];
  };
  export type BlockBreaks = { leadingLineBreaks?: number; trailingLineBreaks?: number };
  export type TextBuilder = {
    openBlock(options?: BlockBreaks & { isPre?: boolean }): void;
    closeBlock(options?: BlockBreaks & { blockTransform?: (text: string) => string }): void;
    addInline(text: string): void;
    addLiteral(text: string): void;
    openTable(): void;
    openTableRow(): void;
    openTableCell(options?: object): void;
    closeTableCell(options?: object): void;
    closeTableRow(): void;
    closeTable(
      options: BlockBreaks & { tableToString: (rows: readonly { text: string }[][]) => string },
    ): void;
  };
  export type Walk = (elements: HtmlElement[] | undefined, builder: TextBuilder) => void;
  export type Formatter = (element: HtmlElement, walk: Walk, builder: TextBuilder) => void;
  export function convert(
    html: string,
    options: {
      wordwrap: number | false;
      whitespaceCharacters?: string;
      limits?: { maxInputLength: number; maxDepth: number };
      baseElements?: { selectors: readonly string[] };
      formatters?: Record<string, Formatter>;
      selectors: { selector: string; format?: string; options?: object }[];
    },
  ): string;
}
