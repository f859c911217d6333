// Tells mails that a machine wrote: answering one could start a loop, and none of them asks us for
// anything.
import type { Email } from 'postal-mime';
import type { MailNoteKind } from '../../wire/inbound-mail.constants.ts';

/** Each header that programs set on automatic mails, with the values that mean it. */
const automaticHeaders: readonly [name: string | RegExp, value: RegExp][] = [
  ['auto-submitted', /^(?!no\b)./],
  ['precedence', /^(?:bulk|junk|list|auto_reply)/],
  [/^x-(?:mail-)?auto-?(?:reply|respond(?:er)?|response|generated)(?:-from)?$/, /^(?!no\b)./],
  ['x-fc-machinegenerated', /^true/],
  ['x-servicenow-generated', /^true/],
  ['x-post-messageclass', /autoresponder/],
  ['delivered-to', /^autoresponder$/],
  ['x-loop', /./],
  ['list-id', /./],
  ['return-path', /^<>$/],
  ['content-type', /^multipart\/report/],
];

/** Of them, those of mails that answer nothing. */
const unsolicitedHeaders: readonly [name: string, value: RegExp][] = [
  ['list-id', /./],
  ['auto-submitted', /^auto-generated/],
];

/** How absence notes and answers to invitations begin, in the languages of common programs. */
const automaticSubjects = [
  'automatic reply|auto-?reply|autoreply|out of (?:the )?office|ooo',
  'automatische antwort|abwesenheitsnotiz|abwesend|réponse automatique',
  'absence du bureau|respuesta automática|fuera de la oficina|risposta automatica',
  'fuori sede|resposta automática|ausência|automatisch antwoord|afwezig',
  'autosvar|automatiskt svar|automatisk svar|automaattinen vastaus',
  'odpowiedź automatyczna|automatická odpověď|automatikus válasz|răspuns automat',
  'автоматический ответ|автоматична відповідь|otomatik yanıt|αυτόματη απάντηση',
  '自動返信|自動応答|自动回复|自动答复|自動回覆|자동 ?회신|자동 ?응답|부재중',
  'auto reply|automatic response|autoresponder|auto-antwort|resposta automatica',
  'respuesta automatica|fuera de oficina|fraværsmelding|frånvaro|távolléti üzenet',
  'автоответ|автоматичен отговор|trả lời tự động|תשובה אוטומטית|رد تلقائي|ตอบกลับอัตโนมัติ',
  'automatski odgovor|samodejni odgovor|automātiska atbilde|automatinis atsakymas',
  'automaatvastus|balasan otomatis|jawapan automatik|réponse auto',
];
const automaticSubject = new RegExp(`^\\[?(?:${automaticSubjects.join('|')})\\s*[\\]:：-]`, 'iu');
/** What is too common a word, or has no colon: only where the program also asks for no answer. */
const absences = [
  'abwesen|absence|absen[ct]|ausên|ausencia|assenza|nieobecno|nepřítom|poissa|hiányz|távol',
  "out of (?:the )?office|(?:i am|i[’']m) (?:away|out|on (?:leave|vacation))|on vacation|vacation",
  'auto:|нет на работе|отсутств|відсутн|不在|休暇|휴가',
];
const absentSubject = new RegExp(`^\\[?(?:${[...automaticSubjects, ...absences].join('|')})`, 'iu');

/** Null for a mail that a person wrote. */
export const findNoteKind = (mail: Email): MailNoteKind | null =>
  findCalendarAnswer(mail) ??
  findReport(mail) ??
  (isReaction(mail) ? 'reaction' : null) ??
  findAutomatic(mail);

const has = (mail: Email, headers: readonly [name: string | RegExp, value: RegExp][]): boolean =>
  mail.headers.some(({ key, value }) =>
    headers.some(
      ([name, sign]) =>
        (typeof name === 'string' ? name === key : name.test(key)) &&
        sign.test(value.trim().toLowerCase()),
    ),
  );

/** By RFC 3834, the headers in use beside it, and the subjects of programs that set neither. */
function findAutomatic(mail: Email): MailNoteKind | null {
  if (has(mail, unsolicitedHeaders)) return 'automatic_mail';
  const subject = mail.subject?.trim() ?? '';
  const isSuppressing = has(mail, [['x-auto-response-suppress', /all|oof|autoreply/]]);
  const isAnswer =
    has(mail, automaticHeaders) ||
    automaticSubject.test(subject) ||
    (isSuppressing && absentSubject.test(subject));
  return isAnswer ? 'automatic_reply' : null;
}

function findReport(mail: Email): MailNoteKind | null {
  const isReport = has(mail, [['content-type', /^multipart\/report/]]);
  const isReceipt = mail.attachments.some(({ mimeType }) => mimeType.endsWith(receipt));
  if (isReport && isReceipt) return 'read_receipt';
  const isServer = /^(?:mailer-daemon|postmaster)@/i.test(mail.from?.address ?? '');
  return isReport || isServer || has(mail, [['x-failed-recipients', /./]]) ? 'bounce' : null;
}
const receipt = '/disposition-notification';

const answers: Record<string, MailNoteKind> = {
  ACCEPTED: 'calendar_accepted',
  DECLINED: 'calendar_declined',
  TENTATIVE: 'calendar_tentative',
};

function findCalendarAnswer({ attachments, subject = '' }: Email): MailNoteKind | null {
  const answer = attachments.find(({ method }) => method === 'REPLY' || method === 'COUNTER');
  if (!answer) return null;
  const text =
    typeof answer.content === 'string' ? answer.content : new TextDecoder().decode(answer.content);
  // Long lines are folded, RFC 5545.
  const [, state = ''] =
    /;PARTSTAT="?([A-Z-]+)/i.exec(text.replace(/\r?\n[ \t]/g, '')) ??
    /^(accepted|declined|tentative)/i.exec(subject) ??
    [];
  return answers[state.toUpperCase()] ?? 'calendar_answer';
}

const reacted = /\breacted (?:via|to your message)\b/i;
const isShort = (text: string): boolean => text.length < 300;

/** Gmail sends a part of its own; others only the words. */
function isReaction({ attachments, text = '' }: Email): boolean {
  if (attachments.some(({ mimeType }) => mimeType === 'text/vnd.google.email-reaction+json'))
    return true;
  const whole = text.trim();
  const words = reacted.exec(whole);
  if (!words || !/^\p{Extended_Pictographic}/u.test(whole)) return false;
  const end = /\n\s*\n|$/.exec(whole.slice(words.index))!.index + words.index;
  // Below it, Outlook quotes the mail.
  const rest = whole.slice(end).trim();
  return isShort(whole.slice(0, end)) && /^(?:$|[_-]{5}|>|\p{L}[^\n]{0,20}:)/u.test(rest);
}
