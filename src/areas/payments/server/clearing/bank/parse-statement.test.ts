import { describe, expect, test } from 'vitest';
import { findMatches } from './match-bank-lines.ts';
import { parseStatement } from './parse-statement.ts';

test.each([
  ['commas', 'Date,Description,Amount,Currency\n2026-11-20,STRIPE PAYOUT,"1,234.50",USD\n'],
  [
    'semicolons',
    'Buchungstag;Verwendungszweck;Betrag;Währung\n20.11.2026;STRIPE PAYOUT;1.234,50;USD\n',
  ],
  ['days first', 'date,details,amount,ccy\n20/11/2026,STRIPE PAYOUT,1234.5,usd\n'],
  ['months first', 'date,details,amount,ccy\n11/20/2026,STRIPE PAYOUT,1234.50,USD\n'],
])('a file with %s is read', (_, text) => {
  expect(parseStatement(text)).toMatchObject([
    { bookedOn: '2026-11-20', currency: 'USD', reference: 'STRIPE PAYOUT' },
  ]);
  expect(Number(parseStatement(text)[0]!.amount)).toBe(1234.5);
});

test('a camt.053 statement is read, debits below zero', () => {
  const entry = (side: string) => `<ns:Ntry><ns:Amt Ccy="EUR">12.34</ns:Amt>
    <ns:CdtDbtInd>${side}</ns:CdtDbtInd><ns:BookgDt><ns:Dt>2026-11-20</ns:Dt></ns:BookgDt>
    <ns:NtryDtls><ns:RmtInf><ns:Ustrd>po_1 STRIPE</ns:Ustrd></ns:RmtInf></ns:NtryDtls></ns:Ntry>`;
  const xml = `<?xml version="1.0"?><ns:Document><ns:BkToCstmrStmt><ns:Stmt>${entry('CRDT')}${entry('DBIT')}</ns:Stmt></ns:BkToCstmrStmt></ns:Document>`;
  const line = { bookedOn: '2026-11-20', currency: 'EUR', reference: 'po_1 STRIPE' };
  expect(parseStatement(xml)).toEqual([
    { ...line, amount: '12.34' },
    { ...line, amount: '-12.34' },
  ]);
});

test.each([
  ['no column', 'when,amount,currency\n2026-11-20,1,USD\n', 'not found: date'],
  ['dates in two ways', 'date,amount,currency\n03/04/2026,1,USD\n', 'in two ways'],
  ['no date', 'date,amount,currency\nyesterday,1,USD\n', 'Line 2 has no date'],
  ['a day that is none', 'date,amount,currency\n2026-02-30,1,USD\n', 'Line 2 has no date'],
  ['no amount', 'date,amount,currency\n2026-11-20,much,USD\n', 'Line 2 has no amount'],
  ['no currency', 'date,amount,currency\n2026-11-20,1,XXX\n', 'Line 2 has no currency'],
  ['another XML', '<html></html>', 'camt.053'],
  ['only a header', 'date,amount,currency\n', 'no lines'],
])('%s is refused', (_, text, message) => {
  expect(() => parseStatement(text)).toThrow(
    expect.objectContaining({ fields: { file: [expect.stringContaining(message)] } }),
  );
});

describe('payouts', () => {
  const payout = (id: string, from: string) => ({
    id,
    amount: '50.00',
    currency: 'USD',
    from,
    arrives: from,
    provider: 'stripe',
    words: [id],
  });
  const line = (id: string, day: string, reference = '') => ({
    id,
    day,
    amount: '50',
    currency: 'USD',
    reference,
  });

  test('the id in the text decides, then the provider’s name, then the day', () => {
    const payouts = [payout('po_1', '2026-11-01'), payout('po_2', '2026-11-02')];
    const lines = [line('a', '2026-11-03'), line('b', '2026-11-04', 'STRIPE po_1')];
    expect(findMatches(lines, payouts)).toEqual([
      { lineId: 'b', movementId: 'po_1' },
      { lineId: 'a', movementId: 'po_2' },
    ]);
  });

  test('another amount, currency or time is another movement', () => {
    const payouts = [payout('po_1', '2026-11-10')];
    const lines = [
      { ...line('a', '2026-11-10'), amount: '50.01' },
      { ...line('b', '2026-11-10'), currency: 'EUR' },
      line('c', '2026-11-08'),
      line('d', '2026-11-21'),
    ];
    expect(findMatches(lines, payouts)).toEqual([]);
  });
});
