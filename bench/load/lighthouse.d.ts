// What `bench/lighthouse.ts` uses of the packages in tools/bench, which the type check does not need.
declare module 'lighthouse' {
  type Audit = { numericValue?: number; details?: unknown };
  export type Result = {
    runtimeError?: object;
    categories: Record<string, { score: number | null }>;
    audits: Record<string, Audit>;
  };
  type Flags = { port: number; logLevel: 'silent'; output: 'json' };
  export default function lighthouse(
    url: string,
    flags: Flags,
  ): Promise<{ lhr: Result } | undefined>;
}

declare module 'chrome-launcher' {
  type Options = {
    chromePath: string;
    chromeFlags: string[];
    envVars?: Record<string, string>;
  };
  export function launch(options: Options): Promise<{ port: number; kill(): void }>;
}
