import { isWhollyUnknown, type Quantity } from '../quantity.ts';
import { groupDigits } from './group-digits.ts';

/** For a formula: `30,000`, `at least 30,000` or `unknown`, rounded for display. */
export function formatQuantity(value: Quantity): string {
  if (isWhollyUnknown(value)) return 'unknown';
  const decimals = value.floor.abs().gte(1000) ? 2 : 6;
  const text = groupDigits(value.floor.toDecimalPlaces(decimals).toFixed());
  return value.isExact ? text : `at least ${text}`;
}
