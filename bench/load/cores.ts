// Which cores of the machine this process runs on.
import { execFileSync } from 'node:child_process';
import os from 'node:os';

const last = os.availableParallelism() - 1;

/** For what is measured; what is started from now on inherits it. */
export const pinToServerCores = () => pinThisProcess(`0-${Math.max(0, last - 1)}`);

/** For what makes the load, which would otherwise take from what is measured. */
export const pinToLoadCore = () => pinThisProcess(String(last));

export const unpin = () => pinThisProcess(`0-${last}`);

function pinThisProcess(cores: string): void {
  const options = ['--all-tasks', '--pid', '--cpu-list', cores, String(process.pid)];
  execFileSync('taskset', options, { stdio: ['ignore', 'ignore', 'inherit'] });
}
