import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { composeReport } from '#test/factories/mail-reports.ts';
import { readReport } from './read-report.ts';

const to = 'bounce+token@weftline.example.com';

describe('a report of', () => {
  test.each([
    [
      'postfix',
      {
        kind: 'bounced',
        status: '5.1.1',
        words:
          '550 5.1.1 <ann@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
        isAddressWrong: true,
        sender: null,
      },
    ],
    [
      'postfix-delayed',
      {
        kind: 'delayed',
        status: '4.4.1',
        words: 'connect to mx.example.com[192.0.2.25]:25: Connection timed out',
        isAddressWrong: false,
      },
    ],
    [
      'exim',
      {
        kind: 'bounced',
        status: '5.0.0',
        words: '550 No such user here',
        isAddressWrong: true,
      },
    ],
    ['exchange', { kind: 'bounced', status: '5.1.10', isAddressWrong: true }],
    ['gmail', { kind: 'bounced', status: '5.2.2', isAddressWrong: false }],
    ['complaint', { kind: 'complained', status: null, words: 'abuse', sender: to }],
  ] as const)('%s is read', async (name, expected) => {
    const { attachments } = await PostalMime.parse(await composeReport(name, to));
    expect(readReport(attachments)).toMatchObject(expected);
  });
});

const readStatus = (fields: string, mimeType = 'message/delivery-status') =>
  readReport([{ mimeType, content: `Reporting-MTA: dns; mx.example\n\n${fields}` }]);

describe('an address is wrong', () => {
  test.each([
    ['5.1.0', true],
    ['5.1.1', true],
    ['5.1.2', true],
    ['5.1.3', true],
    ['5.1.10', true],
    ['5.2.1', true],
    ['5.4.4', true],
    ['5.4.1', true],
    ['5.1.7', false],
    ['5.1.8', false],
    ['5.1.11', false],
    ['5.2.2', false],
    ['5.3.4', false],
    ['5.7.1', false],
    ['4.4.1', false],
    ['4.1.1', false],
  ])('with the status %s: %s', (status, isAddressWrong) => {
    const words = 'Diagnostic-Code: smtp; 550 User unknown';
    expect(readStatus(`Action: failed\nStatus: ${status}\n${words}`)).toMatchObject({
      kind: 'bounced',
      status,
      isAddressWrong,
    });
  });

  test.each([
    ['550 Unknown user', true],
    ['550 mailbox not found', true],
    ['550 The account does not exist', true],
    ['Unrouteable address', true],
    ['554 Message refused as spam', false],
    ['552 Mailbox full', false],
    ['550 5.1.0 Address rejected', true],
    ['550 5.1.0 Sender rejected', false],
  ])('by the words alone: %s', (words, isAddressWrong) => {
    const report = readStatus(`Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; ${words}`);
    expect(report).toMatchObject({ words, isAddressWrong });
  });
});

test('the words say more than a general status', () => {
  const fields = (status: string) =>
    `Action: failed\nStatus: ${status}\nDiagnostic-Code: smtp; 550-5.2.1 Disabled`;
  expect(readStatus(fields('5.0.0 (permanent failure)'))?.status).toBe('5.2.1');
  expect(readStatus(fields(''))?.status).toBe('5.2.1');
  expect(readStatus(fields('5.7.1'))?.status).toBe('5.7.1');
  expect(readStatus(fields('4.0.0'))?.status).toBe('4.0.0');
});

test('without an action the status decides, and an unknown action is no report', () => {
  expect(readStatus('Status: 5.1.1')?.kind).toBe('bounced');
  expect(readStatus('Status: 4.2.2')?.kind).toBe('delayed');
  expect(readStatus('Final-Recipient: rfc822; ann@example.com')).toBeNull();
  expect(readStatus('Action: exploded\nStatus: 5.1.1')).toBeNull();
});

test('a mailbox that forwards: the worst result counts', () => {
  const groups = ['Action: relayed', 'Action: failed\nStatus: 5.1.1', 'Action: delayed'];
  expect(readStatus(groups.join('\n\n'))?.kind).toBe('bounced');
  expect(readStatus('Action: relayed (to another server)\nStatus: 2.0.0')?.kind).toBe('delivered');
});

test('names in any case, folded lines, and a report with addresses in UTF-8', () => {
  const fields = 'ACTION:Failed\r\nSTATUS : 5.1.1\r\nDiagnostic-code: SMTP;550\r\n\tNo\u0000 user';
  expect(readStatus(fields, 'message/global-delivery-status')).toMatchObject({
    kind: 'bounced',
    status: '5.1.1',
    words: '550 No user',
  });
});

test('words are cut, and a huge report is read before the test’s time is over', () => {
  const words = readStatus(`Action: failed\nDiagnostic-Code: smtp; ${'x'.repeat(9000)}`)?.words;
  expect(words).toHaveLength(500);
  for (const piece of ['a', '\n', ' \n', '\n\t', 'Action: failed\n\n'])
    expect(() => readStatus(piece.repeat(2_000_000 / piece.length))).not.toThrow();
});

test('a complaint that is none, and a mail without a report', () => {
  const feedback = (type: string) =>
    readReport([{ mimeType: 'message/feedback-report', content: `Feedback-Type: ${type}\n` }]);
  expect(feedback('Fraud')).toMatchObject({ kind: 'complained', sender: null });
  for (const type of ['not-spam', 'auth-failure', '']) expect(feedback(type)).toBeNull();
  expect(readReport([])).toBeNull();
  expect(readReport([{ mimeType: 'text/plain', content: 'Action: failed' }])).toBeNull();
});
