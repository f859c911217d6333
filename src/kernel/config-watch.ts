// Takes new keys from the files of settings, without a restart.
import { secondMs } from '#lib/durations.ts';
import { type Config, readConfig } from './config.ts';
import { type Environment, fileSettings, readConfigFiles } from './config-files.ts';
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
): ConfigWatch {
  const read = () => JSON.stringify(readConfigFiles(env));
  let seen = read();
  const check = () => {
    const now = read();
    if (now === seen) return;
    seen = now;
    try {
      const settings = rereadConfig(config, env);
      if (settings.length > 0) log.info({ settings }, 'settings were read again');
    } catch (error) {
      const { message } = error as Error;
      log.error({ reason: message }, 'settings could not be read again, those before stay');
    }
  };
  const hasFiles = fileSettings.some((name) => env[`${name}_FILE`]);
  const timer = hasFiles ? setInterval(check, checkEveryMs).unref() : undefined;
  return { check, close: () => clearInterval(timer) };
}

/**
 * Puts what the files of settings contain now into `config`, and returns the names of what changed.
 * Throws ConfigError when something is wrong; then nothing changes.
 */
function rereadConfig(config: Config, env: Environment): string[] {
  const fresh = readConfig(env);
  const changed = fileSettings.filter((name) => fresh[name] !== config[name]);
  Object.assign(config, Object.fromEntries(changed.map((name) => [name, fresh[name]])));
  return changed;
}
