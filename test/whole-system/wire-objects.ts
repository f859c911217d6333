// The fields of every object that the API answers, as the wire is written down for its clients.
// Adding a field is fine; an answer that lacks one of these fails
// test/whole-system/wire-contract.test.ts.

const words = (text: string): string[] => text.trim().split(/\s+/);

export const page = words('count next previous results page pages page_size has_next has_previous');

export const user = words(
  `id email first_name last_name company position phone full_name initials display_username avatar
   is_staff is_superuser date_joined last_login unanswered_messages_count`,
);

export const lead = words(
  `id user name email is_company company company_site contact_type contact_value subject message
   extra site_url status status_display created_at updated_at`,
);
export const leadForStaff = words(
  'ip_address user_agent admin_notes assigned_to is_spam spam_reason duplicate_of',
);

export const apiKey = words(
  `id name description prefix key_preview status is_active is_expired is_valid scopes allowed_ips
   total_requests last_used_at last_used_ip expires_at days_until_expiry created_at updated_at
   revoked_at`,
);

export const tariff = words(
  `id slug name description tagline currency monthly_price yearly_price yearly_discount_percentage
   is_free price_display trial_days limits overage features supports_webhooks priority_support
   is_popular is_public is_active sort_order endpoint_groups created_at updated_at`,
);
export const tariffLimits = words(
  `requests_per_hour requests_per_day requests_per_month max_api_keys max_proxy_resources
   transcription_seconds_per_month tts_characters_per_month calculations_per_month`,
);

export const subscription = words(
  `id user tariff status status_display billing_period price currency auto_renew
   cancel_at_period_end cancelled_at cancel_reason starts_at current_period_start
   current_period_end expires_at trial_ends_at days_remaining is_active is_expired pending_change
   limits usage total_requests last_request_at created_at updated_at`,
);
export const subscriptionUsage = words('requests_today requests_this_period percentage resets_at');

export const usageRecord = words(
  `id subscription api_key auth endpoint endpoint_group method status_code response_time_ms units
   metric cost ip_address user_agent request_id created_at`,
);
export const usageGroup = words('key requests units cost errors avg_response_ms');
export const usageSummary = words('requests units errors error_rate limit remaining resets_at');

export const chart = words('series period granularity from to totals currency');
export const chartTotals = words('total_amount total_requests total_payments success_rate');
export const chartDetails = words('previous change breakdown table');

export const overview = words(
  'metrics recent_payments recent_transactions chart_data alerts generated_at',
);
export const overviewMetrics = {
  balance: words(
    `currency available reserved total_deposited total_spent balance_display last_transaction_at
     has_transactions is_empty`,
  ),
  subscription: words(
    `tariff status status_display is_active days_remaining requests_per_day usage_percentage
     expires_at cancel_at_period_end`,
  ),
  api_keys: words(
    `total_keys active_keys expired_keys expiring_soon_count total_requests last_used_at
     most_used_key_name most_used_key_requests`,
  ),
  payments: words(
    `total_payments completed_payments pending_payments failed_payments total_amount
     completed_amount average_payment success_rate payments_this_month amount_this_month
     last_payment_at top_currency`,
  ),
  support: words('open_tickets unanswered_messages_count'),
};

export const payment = words(
  `uuid id internal_id user purpose amount currency pay_currency network pay_amount actually_paid
   actually_paid_value fee_amount credited_amount exchange_rate provider provider_payment_id status
   status_display status_changed_at status_history pay_address pay_extra_id payment_url qr_data
   explorer_url transaction_hash confirmations required_confirmations description success_url
   cancel_url metadata expires_at seconds_left completed_at created_at updated_at is_pending
   is_final can_cancel`,
);
export const paymentListItem = words(
  `uuid internal_id amount currency pay_currency status status_display provider description
   created_at completed_at expires_at`,
);
export const currency = words(
  `id code name symbol currency_type token network network_name decimal_places min_amount
   max_amount fee_percentage logo_url is_stable is_popular requires_extra_id usd_rate
   usd_rate_updated_at is_active sort_order display_name`,
);
export const detailedCurrency = words(
  `wallet_regex extra_id_regex smart_contract explorer_url_template confirmations_required
   average_confirmation_seconds available_for_payment provider_code`,
);

export const transaction = words(
  `uuid user transaction_type type_display direction amount currency balance_before balance_after
   status reference payment subscription reversal_of description metadata amount_display is_credit
   is_debit created_at`,
);
export const transactionTypes = words('deposit withdrawal charge refund fee bonus adjustment');
export const balance = words(
  `balances currency available reserved total_deposited total_spent last_transaction_at
   balance_display is_empty`,
);
export const paymentBalance = words(
  'payment currency total_credit total_debit net refunded transactions_count',
);
export const byReference = words(
  'reference count next previous total_credit total_debit net results',
);
export const statistics = words(
  `total_count total_credit total_debit net average_amount largest time_breakdown type_breakdown
   status_breakdown series period generated_at`,
);

export const ticket = words(
  `uuid number user subject status status_display priority category assigned_to created_at
   updated_at last_message_at last_message messages_count unanswered_messages_count
   first_response_at first_response_due_at resolved_at closed_at rating`,
);
export const message = words(
  'uuid ticket sender is_from_author text attachments edited_at is_deleted created_at',
);
export const messageForStaff = ['is_internal'];
export const sender = words('id display_username avatar initials is_staff');

export const conversion = words(
  `amount from_currency to_currency rate inverse_rate result source rate_date path is_stale`,
);
export const ratesPage = words('source base_currency date is_stale count results');
export const rate = words('code numeric_code name minor_unit rate change_percent');
export const calculation = words(
  `id kind title inputs destination_country regime status currency customs_value subtotals
   total_payments total_is_minimum landed_cost totals_in effective_rate_percent breakdown items
   exchange_rates rule_set warnings missing hints is_saved notes pdf_url created_at updated_at`,
);
export const calculationLine = words(
  `code label category status base rate rate_text amount currency formula source source_url
   effective_from confidence`,
);
export const historyRow = words('id title inputs_summary total currency is_saved created_at');

export const resource = words(
  `name title description target_hosts strategy sticky_ttl_seconds countries protocols
   ban_status_codes max_failures block_duration_seconds requests_per_minute timeout_ms
   health_check_url is_active proxies_total proxies_available proxies_blocked success_rate
   last_used_at created_at updated_at`,
);
export const proxy = words(
  `id host port protocol username password url country_code city asn type provider status
   latency_ms success_rate requests_total failures_in_row last_used_at last_checked_at last_error
   blocked_until block_reason`,
);
export const pool = words('available blocked dead next_release_at');
export const proxyStatistics = words(
  `resource period from to requests_total requests_successful requests_failed requests_blocked
   success_rate avg_latency_ms p95_latency_ms bandwidth_bytes proxies_used error_reasons
   status_codes countries_used top_blocked series`,
);
export const block = words('proxy resource status blocked_until block_count replacement');

export const speech = words(
  `audio content_type format voice model language duration size_bytes characters usage cached
   request_id`,
);

// Two things that clients send.
export const inquiry = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  message: 'We need a loom that computes.',
  site_url: 'https://weftline.example.com/',
  isCompany: true,
  company: 'Looms',
};
export const shirts = {
  destination_country: 'UA',
  currency: 'EUR',
  items: [{ description: 'Shirts', hs_code: '610910', quantity: 10, unit_price: '20' }],
};
