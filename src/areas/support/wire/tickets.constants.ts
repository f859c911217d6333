// Statuses, categories, priorities and limits of tickets, with their labels.
export const ticketStatuses = [
  'open',
  'waiting_for_admin',
  'waiting_for_user',
  'resolved',
  'closed',
] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

export const ticketStatusLabels: Record<TicketStatus, string> = {
  open: 'Open',
  waiting_for_admin: 'Waiting for support',
  waiting_for_user: 'Waiting for you',
  resolved: 'Resolved',
  closed: 'Closed',
};

/** Support has yet to give the first answer. */
export const awaitsFirstResponse = (ticket: {
  first_response_at: string | null;
  status: TicketStatus;
}): boolean => ticket.first_response_at === null && ticket.status === 'waiting_for_admin';

/** For staff. */
export const staffStatusLabels: Record<TicketStatus, string> = {
  ...ticketStatusLabels,
  waiting_for_admin: 'Waiting for us',
  waiting_for_user: 'Waiting for customer',
};

export const ticketCategories = ['general', 'billing', 'technical', 'account', 'other'] as const;
export type TicketCategory = (typeof ticketCategories)[number];

export const ticketCategoryLabels: Record<TicketCategory, string> = {
  general: 'General',
  billing: 'Billing',
  technical: 'Technical',
  account: 'Account',
  other: 'Something else',
};

export const ticketPriorities = ['low', 'normal', 'high', 'urgent'] as const;
export type TicketPriority = (typeof ticketPriorities)[number];
/** Only staff set `urgent`. */
export const customerPriorities = ['low', 'normal', 'high'] as const;

export const ticketPriorityLabels: Record<TicketPriority, string> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
  urgent: 'Urgent',
};

export const firstResponseHours: Record<TicketPriority, number> = {
  urgent: 4,
  high: 8,
  normal: 24,
  low: 48,
};

export const ticketEventKinds = ['status', 'assigned', 'priority', 'rated'] as const;

export const relatedTypes = ['payment', 'key', 'calculation', 'subscription', 'call'] as const;
export type RelatedType = (typeof relatedTypes)[number];

export const relatedLabels: Record<RelatedType, string> = {
  payment: 'payment',
  key: 'API key',
  calculation: 'calculation',
  subscription: 'plan',
  call: 'call of the API',
};

export const subjectMin = 3;
export const subjectMax = 255;
export const textMax = 10_000;
export const attachmentsMax = 5;
export const attachmentBytesMax = 10 * 1024 * 1024;
export const reopenDays = 7;
export const editMinutes = 15;
