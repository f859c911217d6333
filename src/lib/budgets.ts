// Limits per account (or per network, for calls that are not authenticated) on what the product
// stores or keeps open. Plans limit paid work; these limit everything else. docs/limits.md lists
// them all.

const mebibyte = 1_048_576;

export const budgets = {
  /** Calls of a signed-in account, or of a network, to one process. */
  callsPerMinute: 600,
  /** Calls with an API key: programs may use an hour's quota of their plan in a burst. */
  keyCallsPerMinute: 6000,
  /** Repetitions with an Idempotency-Key of a call whose limit is used up, to one process. */
  replaysPerMinute: 600,
  /** Refused and free calls with an API key that a process writes into the request log. */
  freeCallsLoggedPerMinute: 600,
  /** Messages of a customer's assistants to one process. Calls of tools have their own limits. */
  mcpMessagesPerMinute: 600,
  /** Calls in test mode, which no plan limits, in all processes. */
  testCallsPerMinute: 600,
  /** In test mode: rows of batches, seconds that are transcribed, characters that are spoken. */
  testCalculationsPerHour: 5_000,
  testAudioSecondsPerHour: 600,
  testCharactersPerHour: 20_000,
  /** Concurrent event streams of an account in one process. */
  eventStreamsPerAccount: 20,
  /** Concurrent sessions. A new one ends the least recently used one. */
  sessionsPerAccount: 50,
  /** Apps connected by OAuth. A new one ends the least recently used one. */
  connectedAppsPerAccount: 50,
  /** Different Idempotency-Keys of a caller in 24 hours. */
  idempotencyKeysPerDay: 10_000,
  /** The largest response that is stored for an Idempotency-Key, in bytes. */
  idempotencyAnswerBytes: 65_536,
  /** All responses that are stored for a caller's Idempotency-Keys of 24 hours, in bytes. */
  idempotencyBytesPerDay: 16 * mebibyte,
  /** Uploaded files that are not attached to a message yet. */
  unsentAttachmentsPerAccount: 25,
  /** All uploaded files of a customer, including those of messages. Files of staff do not count. */
  attachmentBytesPerAccount: 1024 * mebibyte,
  /** Mails of one sender that are stored as they arrived: those beyond are read, and not stored. */
  storedMailBytesPerSender: 256 * mebibyte,
  /** Files that a network has uploaded for inquiries and not sent yet. */
  unsentLeadFilesPerNetwork: 12,
  /** Of all files of inquiries on this installation, sent or not: anyone can upload them. */
  leadFileBytesOfAll: 10_240 * mebibyte,
  /** Tariff codes in the customer's list. */
  savedCodesPerAccount: 500,
  /** Saved calculations; of unsaved ones the newest 500 are kept. */
  savedCalculationsPerAccount: 10_000,
  historyPerAccount: 500,
  /** Saved calculations that are calculated again every night. */
  watchedCalculationsPerAccount: 200,
  /** Files of calculations, with their results, until they are deleted. */
  batchesPerAccount: 20,
  /** Calculators on other sites, without revoked ones. */
  embedKeysPerAccount: 20,
  /** Open requests for money of one wallet, whose amounts are reserved. */
  openWithdrawalsPerCurrency: 5,
  /** Saved cards, without removed ones, and those that are being saved. */
  cardsPerAccount: 10,
  transcriptsPerAccount: 1000,
  /** Long recordings, with their progress, until they are deleted. */
  transcriptionJobsPerAccount: 20,
  /** Of recordings that are not transcribed yet: one of the largest size. */
  recordingBytesPerAccount: 2_000_000_000,
  /**
   * The same for each second that the plan transcribes in a month: 16-bit stereo at 48 kHz. The
   * smaller of the two limits counts.
   */
  recordingBytesPerPlanSecond: 192_000,
  /** The same of all accounts together, on this installation. */
  recordingBytesOfAll: 40_000_000_000,
  /** Live captions that are not finished. New ones finish those without a part for longest. */
  openCaptionsPerAccount: 5,
  /** Synthesized texts whose audio is cached. The least recently used one is deleted first. */
  phrasesPerAccount: 500,
  phraseBytesPerAccount: 128 * mebibyte,
  /** The customer's own proxies, in all resources together. */
  ownProxiesPerAccount: 10_000,
  /** Lines of imported proxy lists per minute: parsing 10,000 takes half a second. */
  proxyLinesPerMinute: 30_000,
  /** Of webhooks, disabled ones included. */
  webhookEndpointsPerAccount: 20,
  /** For plans without a limit of their own. */
  proxyResourcesPerAccount: 1000,
  /** Of all resources together. */
  proxySubUsersPerAccount: 1000,
  /** Addresses of providers' lists, in all resources together. */
  proxySourcesPerAccount: 10,
  /** The same of the shared pool, for staff. */
  poolSources: 50,
} as const;
