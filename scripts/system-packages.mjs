// Plain JavaScript for Node >= 20. Installs the programs for speech that npm does not have, from
// Debian packages. The app starts without them and reports which feature is missing.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A file that shows that the package is installed: the name of a command, or an absolute path. */
export const systemPackages = {
  ffmpeg: 'ffmpeg',
  'espeak-ng': 'espeak-ng',
  pocketsphinx: 'pocketsphinx_batch',
  'pocketsphinx-en-us': '/usr/share/pocketsphinx/model/en-us',
};

/** Installs missing packages as root on Debian or Ubuntu; elsewhere prints the command to run. */
export function installSystemPackages(log) {
  const missing = Object.keys(systemPackages).filter((name) => !isThere(systemPackages[name]));
  if (missing.length === 0) return;
  const line = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  const isDebian = existsSync('/etc/debian_version') && isThere('apt-get');
  if (!isDebian)
    return log(`Speech works best with ${missing.join(', ')}: install them to use it.`);
  if (process.getuid() !== 0) return log(`Speech works best after: sudo ${line}`);
  log(`Installing ${missing.join(', ')} ...`);
  if (runApt(line) || (runApt('apt-get update') && runApt(line))) return;
  log(`They could not be installed; going on without. To try again: ${line}`);
}

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
function runApt(line) {
  const [command, ...args] = line.split(' ');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const done = spawnSync(command, ['-qq', ...args], { env, stdio: 'ignore', timeout: 300_000 });
  return done.status === 0;
}
