import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  LimitError,
  NotFoundError,
  PermissionError,
  ServerError,
} from '../core/errors.ts';
import { UsageError } from './command.ts';

/** What scripts can rely on; `weftline --help` prints it. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  notFound: 4,
  invalid: 5,
  limited: 6,
  unavailable: 7,
  interrupted: 130,
} as const;

export const exitMeanings: readonly (readonly [code: number, about: string])[] = [
  [exitCodes.ok, 'It worked'],
  [exitCodes.failed, 'Something else failed, such as reading a file'],
  [exitCodes.usage, 'The command line is wrong'],
  [exitCodes.refused, 'Not signed in, or not allowed (401, 403)'],
  [exitCodes.notFound, 'There is no such object (404)'],
  [exitCodes.invalid, 'The service does not take the request (other 4xx)'],
  [exitCodes.limited, 'A limit or quota is reached (429)'],
  [exitCodes.unavailable, 'No response, or the service failed (5xx)'],
  [exitCodes.interrupted, 'Stopped with Ctrl-C'],
];

export function toExitCode(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof AuthenticationError || error instanceof PermissionError)
    return exitCodes.refused;
  if (error instanceof NotFoundError) return exitCodes.notFound;
  if (error instanceof LimitError) return exitCodes.limited;
  if (error instanceof ServerError || error instanceof ConnectionError)
    return exitCodes.unavailable;
  return error instanceof ApiError ? exitCodes.invalid : exitCodes.failed;
}
