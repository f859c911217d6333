// Every endpoint of the area.
export * from './attachments.ts';
export * from './canned-replies.ts';
export * from './events.ts';
export * from './inbound-mail.ts';
export * from './messages.ts';
export * from './ratings.ts';
export * from './staff-tickets.ts';
export * from './stored-mails.ts';
export * from './tickets.ts';
