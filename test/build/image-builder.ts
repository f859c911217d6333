import { spawnSync } from 'node:child_process';
import { hasOptional } from '../optional-programs.ts';
import { listBases } from './containerfile.ts';

const image = 'localhost/weftline-test';

type BuiltImage = {
  /** Uncompressed. */
  megabytes: number;
  /** What the app says when it starts without a database. */
  start: string;
};
/** Throws with the builder's output. */
type ImageBuilder = { build: () => BuiltImage } | { reason: string };

const isRunning = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** Only where the bases are already there: a test fetches no images. */
export function findImageBuilder(containerfile: string): ImageBuilder {
  if (!hasOptional(() => isRunning('buildah', '--version'))) return { reason: 'without buildah' };
  const missing = listBases(containerfile).filter(
    (base) => !isRunning('buildah', 'inspect', '--type', 'image', base),
  );
  if (missing.length > 0) return { reason: `these bases are not here: ${missing.join(', ')}` };
  return { build };
}

function build(): BuiltImage {
  const isolation = ['--isolation', 'chroot'];
  run('build', '--format', 'docker', ...isolation, '--tag', image, '.');
  const container = run('from', '--pull=never', image).trim();
  try {
    const settings = ['--env', 'NODE_ENV=development', '--env', 'ALLOW_PUBLIC_DEV=1'];
    const command = [container, '--', 'node', 'build/server/main.js'];
    const { stdout, stderr } = buildah('run', ...isolation, ...settings, ...command);
    return {
      megabytes: parseMegabytes(run('images', '--format', '{{.Size}}', image)),
      start: stdout + stderr,
    };
  } finally {
    run('rm', container);
  }
}

const buildah = (...args: string[]) => spawnSync('buildah', args, { encoding: 'utf8' });

function run(...args: string[]): string {
  const { status, stdout, stderr } = buildah(...args);
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  return stdout;
}

const megabytesPerUnit: Record<string, number> = { kB: 1e-3, MB: 1, GB: 1e3 };

/** Of text such as `125 MB`. */
export function parseMegabytes(text: string): number {
  const [number, unit = ''] = text.trim().split(/\s+/);
  return Number(number) * (megabytesPerUnit[unit] ?? Number.NaN);
}
