// Plain JavaScript for Node >= 20. Installs the programs for speech that npm does not have, from
// Debian packages. The app starts without them and reports which feature is missing.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runQuietly } from './run-quietly.mjs';

/** A file that shows that the package is installed: the name of a command, or an absolute path. */
export const systemPackages = {
  ffmpeg: 'ffmpeg',
  'espeak-ng': 'espeak-ng',
  pocketsphinx: 'pocketsphinx_batch',
  'pocketsphinx-en-us': '/usr/share/pocketsphinx/model/en-us',
};

/**
 * Begins to install missing packages, as root on Debian or Ubuntu, and says so before; in production
 * only with INSTALL_SYSTEM_PACKAGES=on. Returns what waits for the end; elsewhere it prints the
 * command to run.
 */
export function beginSystemPackages(log, progress) {
  const missing = Object.keys(systemPackages).filter((name) => !isThere(systemPackages[name]));
  if (missing.length === 0) return () => {};
  const line = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  const isDebian = existsSync('/etc/debian_version') && isThere('apt-get');
  if (!isDebian)
    return () => log(`Speech works best with ${missing.join(', ')}: install them to use it.`);
  const isAllowed =
    process.env.NODE_ENV !== 'production' || process.env.INSTALL_SYSTEM_PACKAGES === 'on';
  if (process.getuid() !== 0 || !isAllowed)
    return () => log(`Speech works best after, as root: ${line}`);
  log(`Installing ${missing.join(', ')} from Debian's packages, for speech: ${line}`);
  const installed = installSystemPackages(line);
  return async () => {
    const phase = progress.begin('Installing programs for speech');
    if (await installed) return phase.end();
    phase.fail();
    log(`Going on without ${missing.join(', ')}. To try again: ${line}`);
  };
}

export const installSystemPackages = async (line) =>
  (await runApt(line)) || ((await runApt('apt-get update')) && (await runApt(line)));

function isThere(proof) {
  if (proof.startsWith('/')) return existsSync(proof);
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isProgram(join(folder, proof)));
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** True when it worked. Quiet: apt's hundreds of lines would bury what the user asked for. */
async function runApt(line) {
  const [command, ...args] = line.split(' ');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return (await runQuietly(command, ['-qq', ...args], { env, timeout: 300_000 })).status === 0;
}
