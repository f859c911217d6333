// Takes new keys from the files of settings, without a restart.
import { secondMs } from '#lib/durations.ts';
import { type Config, kernelConfig, readConfig } from './config.ts';
import { listFileVariables, readConfigFiles } from './config-files.ts';
import type { ConfigDeclaration, Environment } from './declare-config.ts';
import type { Logger } from './observability/logging.ts';

/** Polled, because mounted secrets are replaced by links, of which file systems report little. */
const checkEveryMs = 10 * secondMs;

export type ConfigWatch = {
  /** Takes what has changed since the last check. What is wrong is logged and not taken. */
  check(): void;
  close(): void;
};

export function watchConfig(
  config: Config,
  env: Environment,
  log: Pick<Logger, 'info' | 'error'>,
  areas: readonly ConfigDeclaration[],
): ConfigWatch {
  const declarations = [kernelConfig, ...areas];
  const names = listFileVariables(declarations);
  const read = () => JSON.stringify(readConfigFiles(env, declarations));
  let seen = read();
  const check = () => {
    const now = read();
    if (now === seen) return;
    seen = now;
    try {
      const settings = replaceChanged(config, readConfig(env, areas), names);
      if (settings.length > 0) log.info({ settings }, 'settings were read again');
    } catch (error) {
      const { message } = error as Error;
      log.error({ reason: message }, 'settings could not be read again, those before stay');
    }
  };
  const hasFiles = names.some((name) => env[`${name}_FILE`]);
  const timer = hasFiles ? setInterval(check, checkEveryMs).unref() : undefined;
  return { check, close: () => clearInterval(timer) };
}

/** Returns the names of what changed. */
function replaceChanged(config: Config, fresh: Config, names: readonly string[]): string[] {
  const read = (from: Config, name: string) => from[name as keyof Config];
  const changed = names.filter((name) => read(fresh, name) !== read(config, name));
  Object.assign(config, Object.fromEntries(changed.map((name) => [name, read(fresh, name)])));
  return changed;
}
