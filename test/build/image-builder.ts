import { spawnSync } from 'node:child_process';
import { basesOf } from './containerfile.ts';

const image = 'localhost/weftline-test';

/** Builds and returns the size of the image, uncompressed. Throws with the builder's output. */
type ImageBuilder = { buildMegabytes: () => number } | { reason: string };

const isRunning = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** Only where the bases are already there: a test fetches no images. */
export function findImageBuilder(containerfile: string): ImageBuilder {
  const program = ['podman', 'buildah'].find((one) => isRunning(one, '--version'));
  if (!program) return { reason: 'neither podman nor buildah is installed' };
  const missing = basesOf(containerfile).filter(
    (base) => !isRunning(program, 'inspect', '--type', 'image', base),
  );
  if (missing.length > 0) return { reason: `these bases are not here: ${missing.join(', ')}` };
  return { buildMegabytes: () => buildMegabytes(program) };
}

function buildMegabytes(program: string): number {
  const build = ['build', '--format', 'docker', '--isolation', 'chroot', '--tag', image, '.'];
  const { status, stdout, stderr } = spawnSync(program, build, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  const list = ['images', '--format', '{{.Size}}', image];
  return parseMegabytes(spawnSync(program, list, { encoding: 'utf8' }).stdout);
}

const megabytesOf: Record<string, number> = { kB: 1e-3, MB: 1, GB: 1e3 };

/** Of text such as `125 MB`. */
export function parseMegabytes(text: string): number {
  const [number, unit = ''] = text.trim().split(/\s+/);
  return Number(number) * (megabytesOf[unit] ?? Number.NaN);
}
