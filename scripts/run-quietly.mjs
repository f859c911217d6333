// Plain JavaScript for Node >= 20.
import { spawn } from 'node:child_process';

/**
 * Runs a command without its output on the screen, and not synchronously, so that progress can be
 * shown. Resolves with `status` (null when it was killed), `output`, and `error` if it could not run.
 */
export function runQuietly(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ status: null, output: '', error }));
    child.on('close', (status) => resolve({ status, output: `${Buffer.concat(chunks)}` }));
  });
}
