/** What the operator can do something about. The exit code is 1. */
export class BackupError extends Error {}

/** The command was not understood. The exit code is 2. */
export class UsageError extends Error {}
