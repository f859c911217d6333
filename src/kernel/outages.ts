// What counts as an outage: the process itself works, but the database, its disk or the file
// storage does not. Calls get a 503 and may be repeated; see docs/decisions/0054.

/** Something that the process needs is away. The call gets a 503 and may be repeated. */
export class UnavailableError extends Error {
  readonly retryAfterSeconds: number;
  constructor(message: string, options?: ErrorOptions & { retryAfterSeconds?: number }) {
    super(message, options);
    this.retryAfterSeconds = options?.retryAfterSeconds ?? outageRetrySeconds;
  }
}

const outageRetrySeconds = 5;

/**
 * SQLSTATEs: connection lost or refused (08), no disk, memory or connection left (53), errors of
 * the operating system (58), a server that shuts down, starts or ended the session (57P0x), and a
 * primary that has become read-only (25006).
 */
const outageStates = /^(?:(?:08|53|58)[0-9A-Z]{3}|57P0[1-5]|25006)$/;

/** Of system calls to another machine or process. Only with `syscall`: clients hang up as well. */
const networkCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Of the disk and of the process's file descriptors. */
const diskCodes: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
]);

/** node-postgres reports lost connections without a code. */
const lostConnection = [
  /^Connection terminated/,
  /^timeout (?:expired|exceeded when trying to connect)$/,
  /^Client (?:was closed|has encountered a connection error) and is not queryable$/,
];

const causesMax = 3;

type Fault = {
  code?: unknown;
  syscall?: unknown;
  /** Of S3: `server` for 5xx. */
  $fault?: unknown;
  message?: unknown;
  cause?: unknown;
  /** Of AggregateError: one for each address that was tried. */
  errors?: unknown;
};

/** Seconds until the call may be repeated, when the error means an outage; else null. */
export function outageRetryAfter(error: unknown): number | null {
  let fault = error;
  for (let depth = 0; depth <= causesMax && typeof fault === 'object' && fault; depth++) {
    if (fault instanceof UnavailableError) return fault.retryAfterSeconds;
    if (isOutage(fault)) return outageRetrySeconds;
    fault = (fault as Fault).cause;
  }
  return null;
}

function isOutage({ code, syscall, $fault, message, errors }: Fault): boolean {
  if (Array.isArray(errors) && errors.some((one) => isOutage((one ?? {}) as Fault))) return true;
  return (
    (typeof code === 'string' && outageStates.test(code)) ||
    (networkCodes.has(code) && typeof syscall === 'string') ||
    diskCodes.has(code) ||
    $fault === 'server' ||
    (code === undefined && lostConnection.some((words) => words.test(String(message))))
  );
}
