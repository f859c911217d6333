// An IMAP server on a free port with one mailbox, of the commands that a reader of mail needs. What
// it does not know it refuses, as the standard says.
import net, { type AddressInfo } from 'node:net';

type StoredMail = { uid: number; raw: Buffer; size: number };
type Session = {
  socket: net.Socket;
  isSignedIn: boolean;
  idleTag: string | null;
  /** Of a login whose response is the next line. */
  login: { tag: string; method: string } | null;
};

export type TestImapServer = {
  url: string;
  inbox: StoredMail[];
  /** By the name of the folder. */
  folders: Map<string, Buffer[]>;
  logins: string[];
  /** Puts a mail into the inbox, and tells those who idle. Its size may be another than it is. */
  deliver(raw: Buffer, size?: number): void;
  /** The next command of this name is refused. */
  refuseNext(command: string): void;
  /** Ends all connections. */
  disconnect(): void;
  /** Every mail gets another UID, and the mailbox another UIDVALIDITY, as after a restore. */
  renumber(): void;
  connections(): number;
  stop(): Promise<void>;
};

export type ImapOptions = {
  capabilities?: string;
  /** Whether the server accepts the decoded response of AUTHENTICATE. */
  login?: (response: string) => boolean;
};

const usual = 'IMAP4rev1 IDLE MOVE UIDPLUS SASL-IR AUTH=PLAIN AUTH=XOAUTH2';

export async function startImapServer({
  capabilities = usual,
  login = () => true,
}: ImapOptions = {}): Promise<TestImapServer> {
  const sessions = new Set<Session>();
  const refused = new Set<string>();
  let nextUid = 1;
  let validity = 1;
  const self: TestImapServer = {
    url: '',
    inbox: [],
    folders: new Map(),
    logins: [],
    deliver(raw, size = raw.length) {
      self.inbox.push({ uid: nextUid++, raw, size });
      for (const { idleTag, socket } of sessions)
        if (idleTag) socket.write(`* ${self.inbox.length} EXISTS\r\n`);
    },
    refuseNext: (command) => void refused.add(command),
    disconnect: () => {
      for (const { socket } of sessions) socket.destroy();
    },
    renumber() {
      validity++;
      nextUid = 1000 * validity;
      for (const mail of self.inbox) mail.uid = nextUid++;
    },
    connections: () => sessions.size,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        self.disconnect();
      }),
  };

  function authenticate(session: Session, method: string, initial: string): string {
    const response = Buffer.from(initial, 'base64').toString();
    self.logins.push(`${method} ${response.replaceAll('\0', ' ').replaceAll('\x01', ' ').trim()}`);
    session.isSignedIn = login(response);
    return session.isSignedIn ? 'OK' : 'NO [AUTHENTICATIONFAILED] Invalid credentials';
  }

  function move(uid: number, folder: string): string {
    const at = self.inbox.findIndex((mail) => mail.uid === uid);
    const target = self.folders.get(folder);
    if (!target) return 'NO [TRYCREATE] No such folder';
    if (at < 0) return 'OK nothing to move';
    target.push(self.inbox.splice(at, 1)[0]!.raw);
    return `EXPUNGE ${at + 1}`;
  }

  function fetch(uid: number, items: string): string | null {
    const at = self.inbox.findIndex((mail) => mail.uid === uid);
    const mail = self.inbox[at];
    if (!mail) return null;
    const text = mail.raw.toString('latin1');
    const parts = [`UID ${uid}`];
    if (items.includes('RFC822.SIZE')) parts.push(`RFC822.SIZE ${mail.size}`);
    if (items.includes('BODY.PEEK[]')) parts.push(`BODY[] {${text.length}}\r\n${text}`);
    if (items.includes('BODY.PEEK[HEADER]')) {
      const headers = text.slice(0, text.indexOf('\r\n\r\n') + 4);
      parts.push(`BODY[HEADER] {${headers.length}}\r\n${headers}`);
    }
    return `* ${at + 1} FETCH (${parts.join(' ')})`;
  }

  const ofUid: Record<string, (rest: string) => string[]> = {
    SEARCH: () => [`* SEARCH ${self.inbox.map(({ uid }) => uid).join(' ')}`, 'OK'],
    FETCH: (rest) => {
      const [, uid, items = ''] = /^(\d+) (.*)$/.exec(rest) ?? [];
      return [fetch(Number(uid), items) ?? [], 'OK'].flat();
    },
    MOVE: (rest) => {
      const [, uid, folder = ''] = /^(\d+) "?([^"]*)"?$/.exec(rest) ?? [];
      const result = move(Number(uid), folder);
      const [, at] = /^EXPUNGE (\d+)$/.exec(result) ?? [];
      return at ? [`* ${at} EXPUNGE`, 'OK'] : [result];
    },
  };

  const commands: Record<string, (session: Session, rest: string, tag: string) => string[]> = {
    CAPABILITY: () => [`* CAPABILITY ${capabilities}`, 'OK'],
    NOOP: () => [`* ${self.inbox.length} EXISTS`, 'OK'],
    LOGOUT: () => ['* BYE', 'OK'],
    AUTHENTICATE: (session, rest, tag) => {
      const [method = '', initial] = rest.split(' ');
      if (initial) return [authenticate(session, method, initial)];
      session.login = { tag, method };
      return ['+ '];
    },
    LIST: (_, rest) =>
      rest === '"" ""'
        ? ['* LIST (\\Noselect) "/" ""', 'OK']
        : [...['INBOX', ...self.folders.keys()].map((name) => `* LIST () "/" "${name}"`), 'OK'],
    LSUB: () => ['OK'],
    CREATE: (_, rest) => {
      self.folders.set(rest.replaceAll('"', ''), []);
      return ['OK'];
    },
    SUBSCRIBE: () => ['OK'],
    SELECT: () => [
      '* FLAGS (\\Seen)',
      `* ${self.inbox.length} EXISTS`,
      `* OK [UIDVALIDITY ${validity}] valid`,
      `* OK [UIDNEXT ${nextUid}] next`,
      'OK [READ-WRITE]',
    ],
    UID: (_, rest) => {
      const [, command = '', words = ''] = /^(\w+) (.*)$/.exec(rest) ?? [];
      if (refused.delete(command.toUpperCase())) return ['NO [SERVERBUG] Not now'];
      return ofUid[command.toUpperCase()]?.(words) ?? ['BAD unknown'];
    },
    IDLE: (session, _, tag) => {
      if (!capabilities.includes('IDLE')) return ['BAD unknown'];
      session.idleTag = tag;
      return ['+ idling', `* ${self.inbox.length} EXISTS`];
    },
  };

  function handle(session: Session, line: string): void {
    if (line === 'DONE' && session.idleTag) {
      session.socket.write(`${session.idleTag} OK\r\n`);
      session.idleTag = null;
      return;
    }
    if (session.login) {
      const { tag, method } = session.login;
      session.login = null;
      session.socket.write(`${tag} ${authenticate(session, method, line)} done\r\n`);
      return;
    }
    const [, tag = '*', name = '', rest = ''] = /^(\S+) (\w+) ?(.*)$/.exec(line) ?? [];
    const command = name.toUpperCase();
    const isAllowed =
      session.isSignedIn || ['CAPABILITY', 'AUTHENTICATE', 'NOOP', 'LOGOUT'].includes(command);
    const lines = isAllowed ? commands[command]?.(session, rest, tag) : undefined;
    const answer = refused.delete(command)
      ? ['NO [SERVERBUG] Not now']
      : (lines ?? ['BAD unknown']);
    const text = answer.map((one) => (/^[*+]/.test(one) ? one : `${tag} ${one} done`));
    session.socket.write(Buffer.from(`${text.join('\r\n')}\r\n`, 'latin1'));
  }

  const server = net.createServer((socket) => {
    const session: Session = { socket, isSignedIn: false, idleTag: null, login: null };
    sessions.add(session);
    socket.on('close', () => sessions.delete(session)).on('error', () => undefined);
    let rest = '';
    socket.on('data', (data) => {
      const lines = (rest + data.toString('latin1')).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) handle(session, line);
    });
    socket.write(`* OK [CAPABILITY ${capabilities}] ready\r\n`);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  self.url = `imap://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return self;
}
