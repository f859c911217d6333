// Answers of the API as screens' tests need them.
import type { TicketAttachmentWire, TicketDetailWire, TicketMessageWire } from '../contract.ts';

const at = '2026-11-20T12:00:00.000Z';

export const ticketOf = (change: Partial<TicketDetailWire> = {}): TicketDetailWire => ({
  uuid: 't1',
  number: 1042,
  user: 1,
  subject: 'The webhook is silent',
  status: 'waiting_for_admin',
  status_display: 'Waiting for support',
  priority: 'normal',
  category: 'technical',
  assigned_to: null,
  created_at: at,
  updated_at: at,
  last_message_at: at,
  last_message: { preview: 'Nothing arrives', is_from_staff: false },
  messages_count: 1,
  unanswered_messages_count: 0,
  first_response_at: null,
  first_response_due_at: '2026-11-21T12:00:00.000Z',
  resolved_at: null,
  closed_at: null,
  reopen_until: null,
  rating: null,
  rating_comment: '',
  can_rate: false,
  related: null,
  follows: null,
  timeline: [{ kind: 'status', value: 'open', by: 'customer', at }],
  ...change,
});

const ada = { id: 1, display_username: 'Ada', avatar: null, initials: 'A', is_staff: false };
const sam = { id: 2, display_username: 'Sam', avatar: null, initials: 'S', is_staff: true };

export const messageOf = (change: Partial<TicketMessageWire> = {}): TicketMessageWire => ({
  uuid: 'm1',
  ticket: 't1',
  sender: ada,
  is_from_author: true,
  is_own: true,
  text: 'Nothing arrives',
  attachments: [],
  via: 'web',
  can_edit: false,
  edited_at: null,
  is_deleted: false,
  created_at: at,
  ...change,
});

export const answerOf = (change: Partial<TicketMessageWire> = {}) =>
  messageOf({
    uuid: 'm2',
    sender: sam,
    is_from_author: false,
    is_own: false,
    text: 'Which address?',
    created_at: '2026-11-20T13:00:00.000Z',
    ...change,
  });

export const fileOf = (change: Partial<TicketAttachmentWire> = {}): TicketAttachmentWire => ({
  id: 'f1',
  name: 'shot.png',
  size: 182_000,
  content_type: 'image/png',
  is_image: true,
  url: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ...change,
});
