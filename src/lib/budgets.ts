// What one account (or one network, while nobody is signed in) may make the product keep or hold
// open. Plans limit paid work; these limit everything else. docs/limits.md shows every number.

const mebibyte = 1_048_576;

export const budgets = {
  /** Event streams that an account has open at the same time, in one process. */
  eventStreamsPerAccount: 20,
  /** Sessions that are signed in at the same time. A new one ends the one unused for longest. */
  sessionsPerAccount: 50,
  /** Different Idempotency-Keys that a caller uses in 24 hours. */
  idempotencyKeysPerDay: 10_000,
  /** The largest answer that is kept for an Idempotency-Key, in bytes. */
  idempotencyAnswerBytes: 65_536,
  /** Answers that are kept for a caller's Idempotency-Keys of 24 hours, in bytes. */
  idempotencyBytesPerDay: 16 * mebibyte,
  /** Uploaded files that belong to no message yet. */
  unsentAttachmentsPerAccount: 25,
  /** Uploaded files of a customer, with those of messages. Files of support do not count. */
  attachmentBytesPerAccount: 1024 * mebibyte,
  /** Tariff codes of the customer's own list. */
  savedCodesPerAccount: 500,
  /** Calculations that are saved; the history of unsaved ones keeps the newest 500. */
  savedCalculationsPerAccount: 10_000,
  historyPerAccount: 500,
  transcriptsPerAccount: 1000,
  /** Spoken texts whose sound is kept. The one unused for longest goes first. */
  phrasesPerAccount: 500,
  phraseBytesPerAccount: 128 * mebibyte,
  /** Proxies of the customer's own, of all resources together. */
  ownProxiesPerAccount: 10_000,
  /** Lines of such lists that are read in a minute: ten thousand take the process half a second. */
  proxyLinesPerMinute: 30_000,
  /** Where the plan has no limit of its own. */
  proxyResourcesPerAccount: 1000,
} as const;
