// The virus scanner of the operator: a program that reads a file from its standard input and
// judges it by its exit code, as clamdscan and clamscan do. See docs/decisions/0068.
import type { Config } from '../config.ts';
import { UnavailableError } from '../outages.ts';
import { ProgramError, runProgram } from '../run-program.ts';

const infectedCode = 1;
const timeoutMs = 30_000;
const outputBytesMax = 65_536;

/**
 * Whether the scanner reports a virus; false without a scanner. Throws UnavailableError when it
 * gives no verdict, so that nothing is kept that it has not judged.
 */
export async function isInfected(
  { VIRUS_SCAN_COMMAND }: Pick<Config, 'VIRUS_SCAN_COMMAND'>,
  bytes: Uint8Array,
): Promise<boolean> {
  const [command, ...args] = VIRUS_SCAN_COMMAND;
  if (command === undefined) return false;
  try {
    await runProgram({ command, args, input: bytes, timeoutMs, outputBytesMax });
    return false;
  } catch (error) {
    if (error instanceof ProgramError && error.exitCode === infectedCode) return true;
    throw new UnavailableError('the virus scanner gave no verdict', { cause: error });
  }
}
