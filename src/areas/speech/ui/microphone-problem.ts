const reasons: Record<string, string> = {
  NotAllowedError:
    'The browser may not use the microphone. Allow it in the address bar, then try again.',
  NotFoundError: 'No microphone was found. Connect one, then try again.',
};
const otherReason =
  'The microphone did not start. Close other programs that use it, then try again.';

/** Why the microphone could not be used, and what to do. */
export const microphoneProblem = (error: unknown): string =>
  reasons[error instanceof Error ? error.name : ''] ?? otherReason;
