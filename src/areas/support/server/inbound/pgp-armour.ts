// Text that PGP signed or encrypted without MIME: its words, and the lines of PGP around them.

const first = /^-----BEGIN PGP (SIGNED MESSAGE|SIGNATURE|MESSAGE|PUBLIC KEY BLOCK)-----\s*$/;
const last = /^-----END PGP (?:SIGNATURE|MESSAGE|PUBLIC KEY BLOCK)-----\s*$/;
/** Such as "Hash: SHA256". */
const header = /^[A-Z][A-Za-z]{2,20}: \S.{0,200}$/;
const blockLine = /^(?:[\w+/=]{0,100}|[A-Z][A-Za-z]{2,20}: .{0,200})\s*$/;

export type Armoured = { text: string; armour: string; isEncrypted: boolean };

/** Without its end, a block is text. */
export function separateArmour(mail: string): Armoured {
  const isEncrypted = /^-----BEGIN PGP MESSAGE-----/m.test(mail);
  if (!mail.includes('-----BEGIN PGP ')) return { text: mail, armour: '', isEncrypted };
  const lines = mail.split('\n');
  const text: string[] = [];
  const armour: string[] = [];
  let isSigned = false;
  for (let at = 0; at < lines.length; at++) {
    const kind = first.exec(lines[at]!)?.[1];
    const end = kind ? findEnd(lines, at, kind) : at;
    if (end > at) {
      armour.push(...lines.slice(at, end));
      isSigned = kind === 'SIGNED MESSAGE';
      at = end - 1;
    } else text.push(isSigned ? lines[at]!.replace(/^- (?=-|From )/, '') : lines[at]!);
  }
  return { text: text.join('\n'), armour: armour.join('\n'), isEncrypted };
}

/** After the block, or after the headers of a signed text; `at` for a block that does not end. */
function findEnd(lines: readonly string[], at: number, kind: string): number {
  const [end, inside] = kind === 'SIGNED MESSAGE' ? [/^\s*$/, header] : [last, blockLine];
  for (let next = at + 1; next < lines.length; next++) {
    if (end.test(lines[next]!)) return next + 1;
    if (!inside.test(lines[next]!)) return at;
  }
  return at;
}
