// Answers of the API as the screens' tests need them.
import type { ApiKeyWire, NewApiKeyWire } from '../../contract.ts';

const at = '2026-11-20T12:00:00.000Z';

export const keyOf = (change: Partial<ApiKeyWire> = {}): ApiKeyWire => ({
  id: '01900000-0000-7000-8000-00000000000a',
  name: 'ci',
  description: 'For builds',
  prefix: 'sk_live_',
  key_preview: 'sk_live_AbC1...x9Zq',
  status: 'active',
  status_reason: '',
  is_active: true,
  is_expired: false,
  is_valid: true,
  scopes: ['profile:read', 'customs'],
  allowed_ips: ['203.0.113.0/24'],
  total_requests: 1234,
  daily_requests: Array.from({ length: 30 }, (_, day) => (day > 26 ? day : 0)),
  last_used_at: at,
  last_used_ip: '203.0.113.9',
  expires_at: null,
  days_until_expiry: null,
  lineage_id: '01900000-0000-7000-8000-00000000000a',
  replaced_by: null,
  created_at: at,
  updated_at: at,
  revoked_at: null,
  ...change,
});

export const newKeyOf = (change: Partial<NewApiKeyWire> = {}): NewApiKeyWire => ({
  ...keyOf({ total_requests: 0, last_used_at: null, last_used_ip: null, allowed_ips: [] }),
  key: 'sk_live_000000000000000000000000000000002UYg5A',
  warning: 'Store this key now.',
  ...change,
});
