import { cacheResult } from './engine.ts';

/**
 * Whether the files of a model load, tried once for each: an invalid model ends the engine's
 * process. Failures are repeated after a minute, since memory may have been short.
 */
export function createLoadCheck<T extends object>(
  load: (files: T) => Promise<unknown>,
): (files: T) => Promise<boolean> {
  let checked: { key: string; loads: () => Promise<boolean> } | null = null;
  return (files) => {
    const key = JSON.stringify(files);
    if (checked?.key !== key) {
      let hasLoaded = false;
      const loads = cacheResult(async () => {
        hasLoaded ||= await load(files).then(
          () => true,
          () => false,
        );
        return hasLoaded;
      });
      checked = { key, loads };
    }
    return checked.loads();
  };
}
