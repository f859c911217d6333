// A result: the total, the lines, the sources, and what is unknown.
import type { EmbedResultWire } from '../../../wire/embed/embed.ts';
import { formatFactName } from '../../fact-name.ts';
import { siteAddress } from './calls.ts';
import { element } from './dom.ts';

type Line = EmbedResultWire['breakdown'][number];

/** With as many decimals as the text has: they are those of the currency. */
export function formatAmount(text: string, currency: string): string {
  const digits = text.split('.')[1]?.length ?? 0;
  return Number(text).toLocaleString('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

function formatLine({ status, amount, at_least: isMinimum, currency }: Line): string {
  if (status === 'unknown' && amount === null) return 'Unknown';
  if (amount === null) return status === 'exempt' ? 'Exempt' : '';
  return `${isMinimum ? 'at least ' : ''}${formatAmount(amount, currency)}`;
}

function createLine(line: Line): HTMLElement {
  const rate = line.rate_text ? `, ${line.rate_text}` : '';
  const optional = line.is_optional ? ' (not part of the total)' : '';
  return element(
    'div',
    { class: 'line' },
    element('dt', {}, `${line.label}${rate}${optional}`),
    element('dd', { class: line.status === 'unknown' ? 'least' : undefined }, formatLine(line)),
    line.text ? element('dd', { class: 'help' }, line.text) : undefined,
  );
}

/** Each source once. A source without an address is named. */
function createSources(lines: readonly Line[]): HTMLElement | undefined {
  const sources = new Map(
    lines.flatMap((line) => line.sources ?? []).map((source) => [source.title, source]),
  );
  if (sources.size === 0) return undefined;
  const list = element('ul');
  for (const { title, url } of sources.values()) {
    const link = { href: url ?? '', target: '_blank', rel: 'noopener noreferrer' };
    list.append(element('li', {}, url ? element('a', link, title) : title));
  }
  return element('details', {}, element('summary', {}, `Sources (${sources.size})`), list);
}

function listNotes(result: EmbedResultWire): string[] {
  const { missing, rule_set: rules } = result;
  const names = missing.map(formatFactName).join(', ');
  return [
    ...(names ? [`For the unknown amounts these facts are needed: ${names}.`] : []),
    ...result.warnings.map(({ message }) => message),
    ...(rules.to_be_verified ? ['Some of these rules are still to be verified.'] : []),
    `${rules.title}, as of ${result.calculation_date}. An estimate from published rules: only the customs authority decides.`,
  ];
}

const linkFullResult = (href: string): HTMLElement =>
  element(
    'p',
    { class: 'small' },
    element(
      'a',
      { href, target: '_blank', rel: 'noopener' },
      `The full result at ${new URL(siteAddress()).host}`,
    ),
  );

export function createResult(result: EmbedResultWire): HTMLElement {
  const { total_payments: total, total_most: most, currency } = result;
  const isRange = result.status === 'range';
  const isMinimum = result.total_is_minimum && !isRange;
  const fullResult = result.full_result_url ?? undefined;
  const lines = element('dl');
  for (const line of result.breakdown) lines.append(createLine(line));
  return element(
    'section',
    { class: 'result', tabindex: '-1', 'aria-label': 'Result' },
    element('h3', {}, isMinimum ? 'Duties and taxes, a minimum' : 'Duties and taxes'),
    element(
      'p',
      { class: 'total' },
      isMinimum && element('span', { class: 'least' }, 'at least '),
      formatAmount(total, currency),
      isRange && ` to ${formatAmount(most ?? total, currency)}`,
    ),
    ...(result.questions ?? []).map(({ text }) => element('p', { class: 'small' }, text)),
    lines,
    createSources(result.breakdown),
    ...listNotes(result).map((note) => element('p', { class: 'small' }, note)),
    fullResult && linkFullResult(fullResult),
  );
}
