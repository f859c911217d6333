// What becomes of a mail that was sent to us.

/** It did not become a message: staff decide what to do with it. */
export const unattachedOutcomes = [
  'auto_reply',
  'foreign_sender',
  'unverified_sender',
  'unknown_address',
  'empty',
  'encrypted',
  'unreadable',
  'too_large',
  'too_many_tickets',
] as const;
export type UnattachedOutcome = (typeof unattachedOutcomes)[number];

export const inboundOutcomes = [
  'message',
  'new_ticket',
  'note',
  'duplicate',
  ...unattachedOutcomes,
  // Reports about a mail that was sent.
  'bounced',
  'delayed',
  'complained',
  'delivered',
  'outdated',
  'unknown_mail',
  'no_report',
] as const;
export type InboundOutcome = (typeof inboundOutcomes)[number];

export const unattachedLabels: Record<UnattachedOutcome, string> = {
  auto_reply: 'Automatic reply',
  foreign_sender: 'Other sender',
  unverified_sender: 'Sender not verified',
  unknown_address: 'No ticket',
  empty: 'No new text',
  encrypted: 'Encrypted',
  unreadable: 'Unreadable',
  too_large: 'Too large',
  too_many_tickets: 'Too many tickets',
};

/** What staff did with a mail that did not become a message. */
export const mailHandlings = ['note', 'ticket', 'dismissed'] as const;
export type MailHandling = (typeof mailHandlings)[number];

/** Of a whole mail. */
export const mailBytesMax = 32 * 1024 * 1024;
/** What a mail in a conversation is that no person wrote as a message, as people read it. */
export const mailNoteLabels = {
  automatic_reply: 'Automatic reply',
  automatic_mail: 'Automatic mail',
  calendar_accepted: 'Calendar: accepted',
  calendar_declined: 'Calendar: declined',
  calendar_tentative: 'Calendar: maybe',
  calendar_answer: 'Calendar: answer',
  read_receipt: 'Read receipt',
  bounce: 'Could not be delivered',
  reaction: 'Reaction',
  stopped: 'Not sent on: too many mails in ten minutes',
} as const;
export type MailNoteKind = keyof typeof mailNoteLabels;
export const mailNoteKinds = Object.keys(mailNoteLabels) as MailNoteKind[];
