// What has to change in the schema before Citus takes it: the work that is left, by the object. The
// test fails for any other gap, and for one of these that is closed.

type Gaps = { reason: string; objects: readonly string[] };

const named = (kind: string, names: string) =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${kind} ${name}`);

export const knownGaps: readonly Gaps[] = [
  {
    reason: 'The column is added, and filled from the parent that the list of tables names.',
    objects: [
      ...named(
        'column',
        `api_key_usage.account_id api_key_usage_day.account_id customs_batch_entry.account_id
         customs_embed_day.account_id payment_alert.account_id payment_reversal.account_id
         payment_status_event.account_id payment_transfer.account_id posting.account_id
         proxy.account_id proxy_ban.account_id proxy_health.account_id proxy_source.account_id
         proxy_sub_user.account_id proxy_sub_user_address.account_id
         proxy_sub_user_network.account_id proxy_usage_breakdown.account_id
         proxy_usage_hour.account_id speech_captions_part.account_id
         speech_transcription_piece.account_id wallet_balance.account_id wallet_hold.account_id
         webhook_attempt.account_id webhook_secret.account_id withdrawal_event.account_id`,
      ),
    ],
  },
  {
    reason: 'The owner is added: `account_id` is the author here, who may be staff.',
    objects: named('column', 'ticket_event.owner_id ticket_message.owner_id'),
  },
  {
    reason: 'Rows of the platform get account 0, because Citus takes no null as a key.',
    objects: ['null in journal.account_id', 'null in ledger_account.account_id'],
  },
  {
    reason:
      'The account joins the key: the id is random or counted by one sequence, so it stays unique.',
    objects: named(
      'unique',
      `account_activity_pkey adjustment_pkey api_key_pkey card_setup_pkey customs_batch_pkey
       customs_calculation_pkey customs_embed_key_pkey customs_recalculation_pkey device_pkey
       journal_pkey ledger_account_pkey missed_period_pkey mrr_movement_pkey oauth_grant_pkey
       overage_pkey payment_pkey payment_reversal_pkey payment_card_pkey
       payment_status_event_pkey payment_transfer_pkey proxy_pkey proxy_resource_pkey
       proxy_source_pkey proxy_sub_user_pkey session_pkey speech_captions_pkey speech_phrase_pkey
       speech_transcript_pkey speech_transcription_job_pkey subscription_charge_pkey
       subscription_pkey test_clock_event_pkey test_clock_job_pkey ticket_attachment_pkey
       ticket_attachment_storage_key_key ticket_event_pkey ticket_message_pkey ticket_number_key
       usage_reservation_pkey
       ticket_pkey wallet_hold_pkey webhook_delivery_pkey webhook_endpoint_pkey webhook_message_pkey
       webhook_secret_pkey withdrawal_event_pkey withdrawal_pkey`,
    ),
  },
  {
    reason: 'The account joins the key: all rows with the same parent have the same account.',
    objects: [
      ...named(
        'unique',
        `adjustment_journal_id_key adjustment_of_charge adjustment_of_missed_period
         adjustment_of_payment missed_period_once
         api_key_usage_day_pkey api_key_usage_pkey
         customs_batch_entry_pkey customs_embed_day_pkey journal_by_reversal overage_journal_id_key
         overage_once payment_alert_pkey payment_reversal_journal_id_key
         payment_transfer_journal_id_key posting_by_transaction posting_pkey proxy_ban_pkey
         proxy_health_pkey proxy_resource_id_host_port_protocol_user_hash_key
         proxy_sub_user_address_pkey proxy_sub_user_network_pkey
         proxy_sub_user_resource_id_name_key proxy_usage_breakdown_pkey proxy_usage_hour_pkey
         speech_captions_part_pkey speech_transcription_piece_pkey
         webhook_attempt_pkey subscription_charge_journal_id_key subscription_charge_once
         wallet_balance_pkey withdrawal_journal_id_key withdrawal_of_payment
         withdrawal_reversal_id_key`,
      ),
      'unique partitions of usage_record (request_id)',
    ],
  },
  {
    reason: 'Account 0 joins the key, and becomes part of its condition.',
    objects: ['unique ledger_account_of_platform'],
  },
  {
    reason:
      'One address has one account everywhere: a table by address, distributed by it, takes over the rule.',
    objects: ['unique account_email_key'],
  },
  {
    reason:
      'A secret or a name with enough entropy stays unique without an index, but it is looked up on all shards.',
    objects: named(
      'unique',
      `api_key_key_hash_key customs_calculation_share_token_key customs_embed_key_public_key_key
       oauth_code_pkey oauth_token_pkey payment_internal_id_key
       proxy_sub_user_password_hash_key withdrawal_internal_id_key`,
    ),
  },
  {
    reason:
      'The same number of a provider must not count twice, even for two accounts: a local table takes over the rule.',
    objects: named(
      'unique',
      `payment_by_provider payment_reversal_provider_provider_reversal_id_key
       payment_transfer_provider_provider_transfer_id_key ticket_message_mail_id_key`,
    ),
  },
  {
    reason:
      'Keys of journals and holds are made for one customer, so the account joins the index; that another customer has the same key is no longer a conflict.',
    objects: named('unique', 'journal_idempotency_key_key wallet_hold_idempotency_key_key'),
  },
  {
    reason:
      'No two customers may claim one network: a local table of claimed networks takes over the rule.',
    objects: ['unique proxy_sub_user_address_range_excl'],
  },
  {
    reason: 'The account joins both sides of the key, so that both rows are on one shard.',
    objects: named(
      'foreign key',
      `adjustment_payment_id_fkey api_key_replaced_by_fkey api_key_usage_day_key_id_fkey
       api_key_usage_key_id_fkey customs_batch_entry_batch_id_fkey
       customs_embed_day_key_id_fkey customs_recalculation_calculation_id_fkey
       oauth_code_grant_id_fkey card_setup_card_id_fkey
       card_setup_replaces_card_id_fkey
       oauth_token_grant_id_fkey overage_subscription_id_fkey
       missed_period_adjustment_id_fkey missed_period_subscription_id_fkey
       payment_alert_payment_id_fkey payment_card_id_fkey payment_reversal_payment_id_fkey
       payment_setting_top_up_payment_id_fkey
       payment_status_event_payment_id_fkey payment_transfer_payment_id_fkey
       proxy_ban_resource_id_fkey proxy_health_resource_id_fkey proxy_resource_id_fkey
       proxy_source_id_fkey proxy_source_resource_id_fkey proxy_sub_user_address_sub_user_id_fkey
       proxy_sub_user_network_sub_user_id_fkey proxy_sub_user_resource_id_fkey
       proxy_usage_breakdown_resource_id_fkey proxy_usage_hour_resource_id_fkey
       session_device_id_fkey speech_captions_part_captions_id_fkey
       speech_captions_transcript_id_fkey speech_transcription_job_transcript_id_fkey
       speech_transcription_piece_job_id_fkey subscription_charge_subscription_id_fkey
       ticket_event_ticket_id_fkey ticket_follows_fkey ticket_message_ticket_id_fkey
       webhook_attempt_delivery_id_fkey webhook_delivery_endpoint_id_fkey
       webhook_delivery_message_id_fkey webhook_secret_endpoint_id_fkey
       wallet_balance_ledger_account_id_fkey wallet_hold_ledger_account_id_fkey
       withdrawal_event_withdrawal_id_fkey withdrawal_payment_id_fkey
       withdrawal_reversal_id_fkey`,
    ),
  },
  {
    reason: 'Dropped: it names a member of staff, whose account is on another shard.',
    objects: named(
      'foreign key',
      `adjustment_decided_by_fkey adjustment_proposed_by_fkey payment_reversal_approved_by_fkey
       payment_reversal_requested_by_fkey session_impersonated_by_fkey ticket_assigned_to_fkey
       ticket_event_account_id_fkey ticket_message_account_id_fkey
       withdrawal_approved_by_fkey withdrawal_settled_by_fkey`,
    ),
  },
  {
    reason:
      'Dropped: a file of staff is on the shard of staff, its message on that of the customer.',
    objects: ['foreign key ticket_attachment_message_id_fkey'],
  },
  {
    reason:
      'Dropped: a proxy of the shared pool is on the shard of account 0; the purge deletes the rest.',
    objects: named('foreign key', 'proxy_ban_proxy_id_fkey proxy_health_proxy_id_fkey'),
  },
  {
    reason:
      'Dropped: Citus has no foreign keys from local and reference tables to distributed ones.',
    objects: named(
      'foreign key',
      `audit_entry_account_id_fkey bank_line_uploaded_by_fkey clearing_item_noted_by_fkey
       clearing_item_payment_id_fkey provider_movement_payment_id_fkey
       canned_reply_updated_by_fkey customs_rule_set_drafted_by_fkey
       customs_rule_set_event_account_id_fkey customs_rule_set_reviewed_by_fkey
       customs_tariff_approved_by_fkey customs_tariff_event_account_id_fkey
       customs_tariff_published_by_fkey feature_switch_changed_by_fkey impersonation_account_id_fkey
       impersonation_staff_id_fkey inbound_mail_handled_by_fkey inbound_mail_message_id_fkey
       inbound_mail_ticket_id_fkey incident_update_created_by_fkey lead_account_id_fkey
       lead_assigned_to_fkey lead_reply_account_id_fkey webhook_event_payment_id_fkey`,
    ),
  },
  {
    reason:
      'Created again on the shards with citus.enable_unsafe_triggers: it reads only rows of the same account.',
    objects: named(
      'trigger',
      `journal.journal_append_only journal.journal_reversal_exists posting.posting_append_only
       posting.posting_balanced subscription.subscription_moves`,
    ),
  },
  {
    reason: 'Replaced by a check in the statement: reference tables take no triggers.',
    objects: named(
      'trigger',
      'customs_rule_set.customs_rule_set_immutable customs_tariff.customs_tariff_forward',
    ),
  },
];

export const knownGapNames = knownGaps.flatMap(({ objects }) => objects);
