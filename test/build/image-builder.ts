import { spawnSync } from 'node:child_process';
import { basesOf } from './containerfile.ts';

const image = 'localhost/weftline-test';

type ImageBuilder = {
  /** Missing when the image can't be built here. */
  command?: string[];
  reason?: string;
  /** In bytes, uncompressed. */
  sizeOf: () => number;
};

const runs = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** Only where the bases are already there: a test fetches no images. */
export function findImageBuilder(containerfile: string): ImageBuilder {
  const sizeOf = () => 0;
  const program = ['podman', 'buildah'].find((one) => runs(one, '--version'));
  if (!program) return { reason: 'neither podman nor buildah is installed', sizeOf };
  const missing = basesOf(containerfile).filter(
    (base) => !runs(program, 'inspect', '--type', 'image', base),
  );
  if (missing.length > 0) return { reason: `${missing.join(', ')}: not on this machine`, sizeOf };
  const inspect = ['inspect', '--type', 'image', '--format', '{{.Size}}', image];
  return {
    command: [program, 'build', '--isolation', 'chroot', '--tag', image, '.'],
    sizeOf: () => Number(spawnSync(program, inspect, { encoding: 'utf8' }).stdout),
  };
}
