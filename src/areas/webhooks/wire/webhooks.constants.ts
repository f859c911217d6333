// What both halves call the parts of webhooks, and their limits.

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const deliveryStateLabels: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
};

export const disabledReasons = ['customer', 'staff', 'gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** Why an attempt did not succeed. */
export const attemptErrors = {
  status: 'The answer was not a success (2xx).',
  redirect: 'The answer was a redirect. Redirects are not followed: name the final address.',
  gone: 'The answer was 410: the endpoint wants no more events and was disabled.',
  timeout: 'There was no complete answer within 15 seconds.',
  refused: 'The server did not accept the connection.',
  tls: 'The certificate of the server could not be verified.',
  name: 'The host name was not found.',
  private_address: 'The address leads to a private network.',
  closed: 'The connection was closed before the answer.',
  network: 'Our network could not reach the server.',
  secret: 'The signing secret could not be read. Rotate it.',
  disabled: 'The endpoint was disabled before the event could be delivered. Replay it.',
} as const;
export type AttemptError = keyof typeof attemptErrors;
export const attemptErrorCodes = Object.keys(attemptErrors) as [AttemptError, ...AttemptError[]];

export const urlLengthMax = 2000;
export const descriptionLengthMax = 200;

/** Waits before each attempt after the first, in seconds: three days in all. */
export const retryDelaysSeconds = [
  5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
] as const;
export const attemptTimeoutMs = 15_000;
/** Stored of an answer. */
export const answerBytesMax = 4096;
/** An endpoint that only failed for this long is disabled. */
export const failingDaysMax = 5;
/** How long deliveries are kept. */
export const deliveryDays = 30;
/** How long the old secret signs too after a rotation. */
export const secretOverlapHours = 24;
/** Failed deliveries that one call replays. */
export const replayMax = 10_000;

export const secretPrefix = 'whsec_';
