// Where each table would be on Citus: the source of the table in docs/guides/scale.md. A test
// compares it with the migrated schema, so that a new table gets its place when it is created.

/** On the shard of one account. */
export type ByAccount = {
  /** The distribution column: the account that owns the row. */
  by: string;
  /** Where the schema has no such column yet: the parent to copy it from, and the key to it. */
  via?: readonly [column: string, parent: string];
};

/**
 * Rows of the platform itself belong to account 0, which is nobody's: Citus accepts no null as the
 * distribution key.
 */
export const houseAccount = 0;

/** `reference`: a copy on every node. `local`: only on the coordinator. */
export type Placement = ByAccount | 'reference' | 'local';

const mine: ByAccount = { by: 'account_id' };
const of = (column: string, parent: string, by = 'account_id'): ByAccount => ({
  by,
  via: [column, parent],
});

export const placements: Record<string, Record<string, Placement>> = {
  kernel: {
    idempotency_key: 'local',
    mail: 'local',
    mail_hold: 'local',
    // Jobs are sent and taken within transactions; the schema belongs to pg-boss.
    'pgboss.*': 'local',
    rate_limit: 'local',
    schema_migration: 'local',
  },
  accounts: {
    account: { by: 'id' },
    account_activity: mine,
    account_role: mine,
    device: mine,
    // These two are found by an address that may have no account yet.
    failed_code_attempt: 'local',
    oauth_client: 'reference',
    oauth_code: mine,
    oauth_grant: mine,
    oauth_token: mine,
    session: mine,
    sign_in_code: 'local',
  },
  leads: { lead: 'local', lead_file: 'local', lead_reply: 'local' },
  ledger: {
    journal: mine,
    // One chain over the journals of all accounts.
    journal_seal: 'local',
    ledger_account: mine,
    ledger_check: 'local',
    // The platform's lines are stored with the journal's customer.
    posting: of('journal_id', 'journal'),
    // Sums of all accounts: derived, and small.
    ledger_closing: 'local',
    wallet_balance: of('ledger_account_id', 'ledger_account'),
    wallet_hold: of('ledger_account_id', 'ledger_account'),
  },
  payments: {
    adjustment: mine,
    // Of the company's own bank account.
    bank_line: 'local',
    card_setup: mine,
    // What providers move is known before its payment is.
    clearing_item: 'local',
    currency: 'reference',
    payment: mine,
    payment_alert: of('payment_id', 'payment'),
    payment_card: mine,
    payment_customer: mine,
    payment_reversal: of('payment_id', 'payment'),
    payment_setting: mine,
    payment_status_event: of('payment_id', 'payment'),
    payment_transfer: of('payment_id', 'payment'),
    provider_catalog: 'local',
    provider_check: 'local',
    provider_movement: 'local',
    provider_sync: 'local',
    sandbox_card: 'local',
    sandbox_card_setup: 'local',
    sandbox_event: 'local',
    sandbox_payment: 'local',
    sandbox_refund: 'local',
    sandbox_transfer: 'local',
    // Stored before its payment, and thus its account, is known.
    webhook_event: 'local',
    withdrawal: mine,
    withdrawal_event: of('withdrawal_id', 'withdrawal'),
  },
  billing: {
    api_key: mine,
    api_key_usage: of('key_id', 'api_key'),
    api_key_usage_day: of('key_id', 'api_key'),
    missed_period: mine,
    mrr_movement: mine,
    overage: mine,
    spending_setting: mine,
    subscription: mine,
    subscription_charge: mine,
    tariff: 'reference',
    tariff_grant: mine,
    usage_alert: mine,
    // Sums of all accounts: derived, and small.
    usage_area_day: 'local',
    usage_counter: mine,
    usage_day: mine,
    usage_endpoint: 'reference',
    usage_error_hour: mine,
    usage_flush: 'local',
    usage_hour: mine,
    usage_key_counter: mine,
    usage_late_day: 'local',
    usage_record: mine,
    usage_reservation: mine,
  },
  invoices: {
    billing_profile: mine,
    // Numbers have no gaps over all accounts, and are used once.
    invoice: 'local',
    invoice_series: 'local',
    invoice_check: 'local',
    invoice_progress: 'local',
    invoice_waiting: 'local',
    invoice_number_check: 'local',
    vies_refusal: 'local',
  },
  customs: {
    customs_batch: mine,
    customs_batch_entry: of('batch_id', 'customs_batch'),
    customs_calculation: mine,
    customs_embed_day: of('key_id', 'customs_embed_key'),
    customs_embed_key: mine,
    customs_rate: 'local',
    customs_rate_fetch: 'local',
    customs_rate_refusal: 'local',
    customs_recalculation: mine,
    customs_rule_set: 'reference',
    customs_rule_set_event: 'local',
    customs_saved_code: mine,
    customs_tariff: 'reference',
    customs_tariff_code: 'local',
    customs_tariff_event: 'local',
    customs_tariff_measure: 'local',
    customs_tariff_word: 'local',
    customs_vehicle_dataset: 'local',
    customs_vehicle_model: 'local',
  },
  status: { incident: 'local', incident_update: 'local', status_day: 'local' },
  support: {
    canned_reply: 'local',
    inbound_mail: 'local',
    inbound_mailbox: 'local',
    ticket: mine,
    // Its account is the one that uploaded it: a file exists before its message.
    ticket_attachment: mine,
    // Their `account_id` is the author, who may be staff.
    ticket_event: of('ticket_id', 'ticket', 'owner_id'),
    ticket_message: of('ticket_id', 'ticket', 'owner_id'),
  },
  proxy: {
    // Without a resource they are the shared pool, which belongs to the platform.
    proxy: of('resource_id', 'proxy_resource'),
    proxy_source: of('resource_id', 'proxy_resource'),
    proxy_ban: of('resource_id', 'proxy_resource'),
    proxy_check_incident: 'local',
    proxy_health: of('resource_id', 'proxy_resource'),
    proxy_resource: mine,
    proxy_sub_user: of('resource_id', 'proxy_resource'),
    proxy_sub_user_address: of('sub_user_id', 'proxy_sub_user'),
    proxy_sub_user_network: of('sub_user_id', 'proxy_sub_user'),
    proxy_usage_breakdown: of('resource_id', 'proxy_resource'),
    proxy_usage_hour: of('resource_id', 'proxy_resource'),
  },
  speech: {
    speech_captions: mine,
    speech_captions_part: of('captions_id', 'speech_captions'),
    speech_phrase: mine,
    speech_transcript: mine,
    speech_transcription_job: mine,
    speech_transcription_piece: of('job_id', 'speech_transcription_job'),
  },
  webhooks: {
    webhook_endpoint: mine,
    webhook_secret: of('endpoint_id', 'webhook_endpoint'),
    webhook_sequence: mine,
    webhook_message: mine,
    webhook_delivery: mine,
    webhook_attempt: of('delivery_id', 'webhook_delivery'),
  },
  testMode: { test_clock: mine, test_clock_event: mine, test_clock_job: mine },
  // Written by staff only, whose accounts are the ones that these rows name.
  staff: { audit_entry: 'local', feature_switch: 'local', impersonation: 'local' },
};

/** All tables in one record. */
export const placementOf: Record<string, Placement> = Object.assign(
  {},
  ...Object.values(placements),
);

export const isByAccount = (placement: Placement | undefined): placement is ByAccount =>
  typeof placement === 'object';
