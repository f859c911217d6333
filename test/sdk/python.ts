import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { hasOptional } from '../optional-programs.ts';

export const pythonFolder = path.resolve(import.meta.dirname, '../../sdk/python');

/** Finds the client, and leaves no compiled files. */
export const pythonEnv: NodeJS.ProcessEnv = {
  ...process.env,
  PYTHONPATH: pythonFolder,
  PYTHONDONTWRITEBYTECODE: '1',
};

/** Whether there is a Python that the client supports. */
export const hasPython = hasOptional(
  () =>
    spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0,
);
