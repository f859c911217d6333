// Writes build/server/: a program, for the same reason as build-site.ts.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { computeBuildKeys } from './build-key.ts';
import { buildServer } from './build-server.ts';
import { beginPhase } from './phases.ts';

beginPhase('Joining the server');
const root = path.resolve(import.meta.dirname, '../..');
const output = path.join(root, 'build/server');
// Taken first: a source that changes meanwhile makes the build stale.
const key = computeBuildKeys(root).server;
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
await buildServer(root, output);
writeFileSync(path.join(output, 'key'), key);
