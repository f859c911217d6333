import { secondMs } from '#lib/durations.ts';
import { formatBytes } from '#lib/format.ts';

/** Prints one line for each phase: what, how much, how long. */
export type Phases = {
  run<T>(name: string, act: () => Promise<T>, about?: (result: T) => string): Promise<T>;
  print(text: string): void;
  /** Something that the operator should look at, which does not stop the run. */
  warn(text: string): void;
};

type Print = { line(text: string): void; warning(text: string): void };

const nameWidth = 22;
const aboutWidth = 34;

export function createPhases({ line, warning }: Print): Phases {
  return {
    run: async (name, act, about = () => '') => {
      const started = performance.now();
      const result = await act();
      const seconds = ((performance.now() - started) / secondMs).toFixed(1);
      line(`${name.padEnd(nameWidth)}${about(result).padEnd(aboutWidth)}${seconds.padStart(7)} s`);
      return result;
    },
    print: line,
    warn: (text) => warning(`Warning: ${text}`),
  };
}

export const formatSize = ({ sizeBytes }: { sizeBytes: number }): string => formatBytes(sizeBytes);
