// Example values of objects whose fields belong together: a calculation whose lines add up, a
// payment that has arrived.

const objects: Readonly<Record<string, Record<string, unknown>>> = {
  CustomsCalculation: {
    title: 'A car from Japan',
    duty: '2500.00',
    vat: '5625.00',
    excise: '0.00',
    fee: '0.00',
    environment: '0.00',
    other: '0.00',
    effective_rate_percent: 32.5,
    id: 'de.vehicle',
    inputs: { destination_country: 'DE', powertrain: 'petrol' },
    items: [],
    exchange_rates: [],
    kind: 'vehicle',
    missing: [],
    warnings: [],
    hints: [],
    rate_sensitivity: null,
  },
  User: {
    id: 42,
  },
  Alert: {
    message: 'Your balance is low.',
    code: 'low_balance',
  },
  CustomsBatch: {
    file_name: 'shipments.csv',
  },
  SpeechEngine: {
    name: 'Whisper base',
  },
  SpeechVoice: {
    name: 'Emma',
  },
  Currency: {
    code: 'USDT',
    name: 'Tether',
  },
  ScopeMissingError: {
    required: 'customs',
  },
  ChartSeries: {
    key: 'spend',
  },
  UsageGroup: {
    key: '2026-12-01',
  },
  TranscriptionJob: {
    size_bytes: 48_213_000,
  },
  CustomsLine: {
    amount: '2500.00',
    base: '25000.00',
    code: 'duty',
    formula: '25000.00 × 10 %',
    label: 'Customs duty',
    missing: [],
    rate_text: '10 %',
    source: 'Regulation (EEC) No 2658/87',
    text: null,
  },
  Transaction: {
    amount: '12.50',
    description: 'Payment PAY_20261201_1A2B3C4D',
    type_display: 'Deposit',
  },
  Payment: {
    amount: '50.00',
    currency: 'USD',
    pay_amount: '50.00',
    pay_currency: 'USD',
    amount_left: '0.00',
    actually_paid: '50.00',
    actually_paid_value: '50.00',
    fee_amount: '0.00',
    credited_amount: '50.00',
    amount_refunded: '0.00',
    exchange_rate: '1',
    status_display: 'Completed',
    description: 'Money for October',
    subscription: null,
    network: null,
    network_name: null,
    is_applied: true,
    is_final: true,
    has_receipt: true,
    late: false,
    next_step: null,
    transfers: [],
    returns: [],
    pay_address: null,
    pay_extra_id: null,
    qr_data: null,
    transaction_hash: null,
    explorer_url: null,
    source: 'provider',
  },
  PaymentListItem: {
    amount: '50.00',
    currency: 'USD',
    status_display: 'Completed',
    description: 'Money for October',
  },
  Subscription: {
    amount: '19.00',
    available: '112.50',
    missing: '0.00',
    currency: 'USD',
    name: 'Starter',
    price: '19.00',
    payment: null,
    requests_per_hour: 1000,
    requests_per_day: 10_000,
    requests_per_month: 100_000,
  },
  Ticket: { status_display: 'Open', assigned_to: null, rating: null, reopen_until: null },
  TicketDetail: { status_display: 'Open', assigned_to: null, rating: null, timeline: [] },
  Lead: { status_display: 'New', extra: {} },
  Synthesis: { audio: '//uQxAAAAAANIAAAAAExBTUUz...', content_type: 'audio/mpeg' },
  ProxyImport: { rejected: [], lines: [{ line: 1, outcome: 'added' }], lines_total: 1 },
};

/** By `Object.field`. */
export const knownObjects: Readonly<Record<string, readonly unknown[]>> = Object.fromEntries(
  Object.entries(objects).flatMap(([object, fields]) =>
    Object.entries(fields).map(([name, value]) => [`${object}.${name}`, [value]]),
  ),
);
