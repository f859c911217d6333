export type PrintedPage = {
  html: string;
  /** What the routes have loaded, by their ids. */
  data: Record<string, unknown>;
  /** The addresses of the scripts, those of the start first. */
  scripts: string[];
};

/** What src/entry.printer.ts exports. */
export type Printer = {
  /** Throws when a route fails, or leads elsewhere. */
  printPage(path: string): Promise<PrintedPage>;
  /** What all screens begin with. */
  printFallback(): Promise<PrintedPage>;
};

/** The id of the JSON block in a printed page with what its routes have loaded. */
export const pageDataId = 'page-data';
