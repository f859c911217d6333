// The PDF of a kept calculation: what was computed then, never anew.
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { encode } from 'uqr';
import site from '#content/site.json' with { type: 'json' };
import { answer } from '#server/http/mount.ts';
import type { Actor } from '#server/ports.ts';
import { matchesEtag } from '#server/static-negotiation.ts';
import type { ResultWire } from '../calculation-schema.ts';
import { factNamed } from '../facts.ts';
import type { Kind } from './calculate.ts';
import type { CalculationRow } from './calculation-store.ts';
import { findForPdf } from './calculations.ts';
import type { Customs } from './customs.ts';

const template = new URL('./documents/calculation.typ', import.meta.url);
const disclaimer =
  'An estimate from published rules, not legal or customs advice. Only the customs authority decides.';

/** Nothing is rendered for who has this very paper already. */
export async function answerCalculationPaper(
  customs: Customs,
  actor: Actor,
  kind: Kind,
  id: string,
  headers: IncomingHttpHeaders,
) {
  const row = await findForPdf(customs, actor, kind, id);
  const content = contentOf(customs, row);
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  const etag = `"${digest.slice(0, 24)}"`;
  const cache = { etag, 'cache-control': 'private, no-cache' };
  if (matchesEtag(headers['if-none-match'], etag)) return { status: 304 as const, headers: cache };
  const name = kind === 'custom' ? 'goods' : 'vehicle';
  return answer(200, await customs.kernel.pdf.render(template, content), {
    ...cache,
    'content-disposition': `attachment; filename="customs-${name}-${row.id}.pdf"`,
  });
}

function contentOf(customs: Customs, row: CalculationRow): object {
  const result = row.result as unknown as ResultWire;
  const inputs = row.inputs as Record<string, unknown>;
  const folder = row.kind === 'custom' ? 'goods' : 'vehicle';
  const address = `${customs.kernel.config.SITE_URL}/dashboard/customs/${folder}/${row.id}`;
  return {
    site: { name: site.name, email: site.contact.email },
    title: row.title || result.rule_set.title,
    number: row.id,
    date: inputs.calculation_date,
    facts: factRows(inputs),
    items: itemRows(inputs),
    result,
    disclaimer,
    address,
    qr: encode(address).data.map((line) => line.map((dot) => (dot ? 1 : 0))),
  };
}

const textOf = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object' || value === null) return String(value);
  const { amount, currency } = value as { amount?: string; currency?: string };
  return `${amount ?? ''} ${currency ?? ''}`.trim();
};

/** A fact with its label, in the words of its choice, with its unit. */
function factRows(inputs: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(inputs).flatMap(([name, value]): [string, string][] => {
    const fact = factNamed(name);
    if (!fact || value === undefined || value === null || value === '') return [];
    const choice = fact.choices?.find((one) => one.value === value)?.label;
    const text = choice ?? textOf(value);
    return [[fact.label, fact.unit ? `${text} ${fact.unit}` : text]];
  });
}

function itemRows({ items = [], currency }: Readonly<Record<string, unknown>>): string[][] {
  return (items as Record<string, unknown>[]).map((item) => [
    textOf(item.description),
    textOf(item.hs_code),
    `${textOf(item.quantity)} ${item.unit ? textOf(item.unit) : ''}`.trim(),
    `${textOf(item.value ?? item.unit_price)} ${textOf(currency)}${item.value === undefined ? ' each' : ''}`,
  ]);
}
