// Batches: many calculations from one file.

export const batchFormats = ['csv', 'json'] as const;
export type BatchFormat = (typeof batchFormats)[number];

/** Lines of a CSV file below its header; in JSON vehicles, or items of all consignments. */
export const batchLinesMax = 10_000;
export const batchBytesMax = 8_388_608;
export const referenceMax = 100;
export const fileNameMax = 200;

export const batchStatuses = ['running', 'complete', 'cancelled', 'stopped'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

export const stopReasons = ['quota_exceeded', 'subscription_required'] as const;
export type StopReason = (typeof stopReasons)[number];

/** Of a calculation of a batch; `waiting` until it is calculated. */
export const entryStatuses = ['waiting', 'complete', 'range', 'partial', 'failed'] as const;
export type EntryStatus = (typeof entryStatuses)[number];

/** The result of a finished batch is deleted after this time. */
export const batchRetentionDays = 30;

/** Files to start from: one vehicle a line, or one item of goods a line. */
export const batchTemplates = {
  vehicle: [
    [
      ...['reference', 'destination_country', 'price.amount', 'price.currency', 'incoterm'],
      ...['freight.amount', 'freight.currency', 'origin_country', 'powertrain'],
      ...['engine_capacity_cc', 'production_date', 'make', 'model'],
    ],
    [
      ...['A-1001', 'UA', '10000', 'EUR', 'CIF', '', '', 'DE', 'petrol', '1998', '2020-05'],
      ...['Toyota', 'Corolla'],
    ],
    [
      ...['A-1002', 'GE', '18500', 'USD', 'FOB', '1900', 'USD', 'JP', 'electric', '', '2022-03'],
      ...['Nissan', 'Leaf'],
    ],
  ],
  goods: [
    [
      ...['reference', 'destination_country', 'currency', 'incoterm', 'freight.amount'],
      ...['freight.currency', 'origin_country', 'description', 'hs_code', 'quantity', 'unit'],
      ...['unit_price'],
    ],
    [
      ...['PO-77', 'DE', 'EUR', 'FOB', '120', 'EUR', 'CN', 'T-shirts', '61091000', '100', 'pcs'],
      ...['10'],
    ],
    ['PO-77', '', '', '', '', '', 'CN', 'Toys', '950300', '5', 'pcs', '50'],
    ['PO-78', 'DE', 'EUR', 'CIF', '', '', 'VN', 'Trainers', '64041100', '2', 'pair', '50'],
  ],
} as const;
