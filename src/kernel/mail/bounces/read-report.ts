// Reads what other mail servers report of an e-mail: delivery status notifications (RFC 3464) and
// complaints of recipients (RFC 5965).

export type MailReport = {
  /** `delivered`: also relayed to a server that reports nothing. */
  kind: 'delivered' | 'delayed' | 'bounced' | 'complained';
  /** Such as `5.1.1` (RFC 3463). */
  status: string | null;
  /** Of the other server, on one line and cut. */
  words: string;
  /** No later e-mail to this address will arrive either. */
  isAddressWrong: boolean;
  /** Whom the report is about, in lower case: for a mailbox that forwards, another address. */
  recipient: string | null;
  /** The envelope sender of the e-mail, in a complaint that names it. */
  sender: string | null;
};

/** As postal-mime returns them. */
export type ReportPart = { mimeType: string; content: ArrayBuffer | Uint8Array | string };

type Fields = ReadonlyMap<string, string>;

const partLengthMax = 65_536;
const wordsLengthMax = 500;

/** Null for parts without a report. The first report counts. */
export function readReport(parts: readonly ReportPart[]): MailReport | null {
  for (const { mimeType, content } of parts) {
    // `global`: with addresses in UTF-8 (RFC 6533).
    if (/^message\/(global-)?delivery-status$/i.test(mimeType))
      return readDeliveryStatus(readGroups(content));
    if (/^message\/feedback-report$/i.test(mimeType)) return readComplaint(readGroups(content)[0]);
  }
  return null;
}

/** Groups of header fields between empty lines, by name in lower case. */
function readGroups(content: ReportPart['content']): Fields[] {
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  return text
    .slice(0, partLengthMax)
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map(readFields)
    .filter(({ size }) => size > 0);
}

function readFields(group: string): Fields {
  const lines = group.replace(/\n[ \t]+/g, ' ').split('\n');
  const fields = lines.flatMap((line): [string, string][] => {
    const [, name, value] = /^([\w-]+)[ \t]*:(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name.toLowerCase(), value!.trim()]];
  });
  // Of a field that is repeated, the first one counts.
  return new Map(fields.reverse());
}

const worstFirst = ['bounced', 'delayed', 'delivered'] as const;

/** One e-mail has one recipient; a mailbox that forwards it can have several. */
function readDeliveryStatus(groups: readonly Fields[]): MailReport | null {
  const reports = groups.flatMap((fields) => readRecipient(fields) ?? []);
  for (const kind of worstFirst) {
    const found = reports.find((report) => report.kind === kind);
    if (found) return found;
  }
  return null;
}

const kindsByAction: Record<string, MailReport['kind']> = {
  failed: 'bounced',
  delayed: 'delayed',
  delivered: 'delivered',
  relayed: 'delivered',
  expanded: 'delivered',
};
const kindsByClass: Record<string, MailReport['kind']> = {
  2: 'delivered',
  4: 'delayed',
  5: 'bounced',
};

function readRecipient(fields: Fields): MailReport | null {
  const words = readWords(fields.get('diagnostic-code') ?? '');
  const status = chooseStatus(fields.get('status') ?? '', words);
  const action = /^[a-z]*/i.exec(fields.get('action') ?? '')![0].toLowerCase();
  const kind = kindsByAction[action] ?? (action === '' && kindsByClass[status?.[0] ?? '']);
  if (!kind) return null;
  const isAddressWrong = kind === 'bounced' && isWrongAddress(status, words);
  const recipient = readAddress(fields.get('final-recipient')?.replace(/^[^;]*;/, ''));
  return { kind, status, words, isAddressWrong, recipient, sender: null };
}

/** Without the type before it, such as `smtp;`. */
const readWords = (diagnostic: string): string =>
  diagnostic
    .replace(/^[\w-]{1,40}[ \t]*;/, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, wordsLengthMax)
    .toWellFormed();

const statusCode = /\b([245])\.(\d{1,3})\.(\d{1,3})\b/;

/** The words often have a code that says more than `5.0.0`. */
function chooseStatus(declared: string, words: string): string | null {
  const [own] = statusCode.exec(declared) ?? [];
  const [replied] = statusCode.exec(words.slice(0, 20)) ?? [];
  if (own && !own.endsWith('.0.0')) return own;
  return replied && (!own || own[0] === replied[0]) ? replied : (own ?? null);
}

/**
 * Mailbox, domain or account that does not exist: not a full mailbox, a refused text, or our own
 * address (5.1.7, 5.1.8). 5.4.1 is what Microsoft says of a recipient that it does not know.
 */
const wrongAddress = /^5\.(1\.([0-6]|10)|2\.1|4\.[14])$/;
const wrongAddressWords = [
  /\bno such (user|recipient|mailbox)/i,
  /\bunknown (user|recipient)/i,
  /\b(user|recipient|mailbox|account) (is )?(unknown|not found)/i,
  /\bdoes(n't| not) exist/i,
  /\bunrouteable address/i,
];

function isWrongAddress(status: string | null, words: string): boolean {
  if (status?.startsWith('4')) return false;
  // Said of our own address by some servers.
  if (status === '5.1.0' && /\bsender\b/i.test(words)) return false;
  if (status && !/^5\.[05]\.0$/.test(status)) return wrongAddress.test(status);
  return wrongAddressWords.some((shape) => shape.test(words));
}

const complaints = ['abuse', 'fraud', 'opt-out', 'other', 'virus'];

/** Null for a report that complains about nothing, such as `not-spam`. */
function readComplaint(fields: Fields | undefined): MailReport | null {
  const type = fields?.get('feedback-type')?.toLowerCase() ?? '';
  if (!complaints.includes(type)) return null;
  const sender = readAddress(fields?.get('original-mail-from'));
  const none = { status: null, isAddressWrong: false, recipient: null };
  return { ...none, kind: 'complained', words: type, sender };
}

const readAddress = (text: string | undefined): string | null =>
  text?.trim().replace(/^<|>$/g, '').toLowerCase() || null;
