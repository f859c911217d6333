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
  const mails = createMails(sessions);
  const { self } = mails;
  const handle = createHandler(mails, capabilities, login);
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
  return Object.assign(self, {
    url: `imap://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        self.disconnect();
      }),
  });
}

type Mails = ReturnType<typeof createMails>;

function createMails(sessions: ReadonlySet<Session>) {
  const refused = new Set<string>();
  const numbers = { nextUid: 1, validity: 1 };
  const self = {
    inbox: [] as StoredMail[],
    folders: new Map<string, Buffer[]>(),
    logins: [] as string[],
    deliver(raw: Buffer, size = raw.length) {
      self.inbox.push({ uid: numbers.nextUid++, raw, size });
      for (const { idleTag, socket } of sessions)
        if (idleTag) socket.write(`* ${self.inbox.length} EXISTS\r\n`);
    },
    refuseNext: (command: string) => void refused.add(command),
    disconnect: () => {
      for (const { socket } of sessions) socket.destroy();
    },
    renumber() {
      numbers.validity++;
      numbers.nextUid = 1000 * numbers.validity;
      for (const mail of self.inbox) mail.uid = numbers.nextUid++;
    },
    connections: () => sessions.size,
  };
  return { self, numbers, refused };
}

function move({ self }: Mails, uid: number, folder: string): string[] {
  const at = self.inbox.findIndex((mail) => mail.uid === uid);
  const target = self.folders.get(folder);
  if (!target) return ['NO [TRYCREATE] No such folder'];
  if (at < 0) return ['OK nothing to move'];
  target.push(self.inbox.splice(at, 1)[0]!.raw);
  return [`* ${at + 1} EXPUNGE`, 'OK'];
}

function fetch({ self }: Mails, uid: number, items: string): string[] {
  const at = self.inbox.findIndex((mail) => mail.uid === uid);
  const mail = self.inbox[at];
  if (!mail) return ['OK'];
  const text = mail.raw.toString('latin1');
  const parts = [`UID ${uid}`];
  if (items.includes('RFC822.SIZE')) parts.push(`RFC822.SIZE ${mail.size}`);
  if (items.includes('BODY.PEEK[]')) parts.push(`BODY[] {${text.length}}\r\n${text}`);
  if (items.includes('BODY.PEEK[HEADER]')) {
    const headers = text.slice(0, text.indexOf('\r\n\r\n') + 4);
    parts.push(`BODY[HEADER] {${headers.length}}\r\n${headers}`);
  }
  return [`* ${at + 1} FETCH (${parts.join(' ')})`, 'OK'];
}

/** Commands after UID. */
function handleUid(mails: Mails, rest: string): string[] {
  const [, name = '', words = ''] = /^(\w+) (.*)$/.exec(rest) ?? [];
  const [, uid, more = ''] = /^(\d+) "?([^"]*)"?$/.exec(words) ?? [];
  const command = name.toUpperCase();
  if (mails.refused.delete(command)) return ['NO [SERVERBUG] Not now'];
  if (command === 'SEARCH')
    return [`* SEARCH ${mails.self.inbox.map((mail) => mail.uid).join(' ')}`, 'OK'];
  if (command === 'FETCH') return fetch(mails, Number(uid), more);
  if (command === 'MOVE') return move(mails, Number(uid), more);
  return ['BAD unknown'];
}

type Login = NonNullable<ImapOptions['login']>;
type Commands = Record<string, (session: Session, rest: string, tag: string) => string[]>;

function signIn({ self }: Mails, login: Login, session: Session, method: string, text: string) {
  const response = Buffer.from(text, 'base64').toString();
  self.logins.push(`${method} ${response.replaceAll('\0', ' ').replaceAll('\x01', ' ').trim()}`);
  session.isSignedIn = login(response);
  return session.isSignedIn ? 'OK' : 'NO [AUTHENTICATIONFAILED] Invalid credentials';
}

const createCommands = (mails: Mails, capabilities: string, login: Login): Commands => ({
  CAPABILITY: () => [`* CAPABILITY ${capabilities}`, 'OK'],
  NOOP: () => [`* ${mails.self.inbox.length} EXISTS`, 'OK'],
  LOGOUT: () => ['* BYE', 'OK'],
  AUTHENTICATE: (session, rest, tag) => {
    const [method = '', initial] = rest.split(' ');
    if (initial) return [signIn(mails, login, session, method, initial)];
    session.login = { tag, method };
    return ['+ '];
  },
  LIST: (_, rest) => {
    const folders = ['INBOX', ...mails.self.folders.keys()];
    return rest === '"" ""'
      ? ['* LIST (\\Noselect) "/" ""', 'OK']
      : [...folders.map((name) => `* LIST () "/" "${name}"`), 'OK'];
  },
  LSUB: () => ['OK'],
  CREATE: (_, rest) => {
    mails.self.folders.set(rest.replaceAll('"', ''), []);
    return ['OK'];
  },
  SUBSCRIBE: () => ['OK'],
  SELECT: () => [
    '* FLAGS (\\Seen)',
    `* ${mails.self.inbox.length} EXISTS`,
    `* OK [UIDVALIDITY ${mails.numbers.validity}] valid`,
    `* OK [UIDNEXT ${mails.numbers.nextUid}] next`,
    'OK [READ-WRITE]',
  ],
  UID: (_, rest) => handleUid(mails, rest),
  IDLE: (session, _, tag) => {
    if (!capabilities.includes('IDLE')) return ['BAD unknown'];
    session.idleTag = tag;
    return ['+ idling', `* ${mails.self.inbox.length} EXISTS`];
  },
});

const beforeLogin = ['CAPABILITY', 'AUTHENTICATE', 'NOOP', 'LOGOUT'];

function createHandler(mails: Mails, capabilities: string, login: Login) {
  const commands = createCommands(mails, capabilities, login);
  return (session: Session, line: string): void => {
    const { socket } = session;
    if (line === 'DONE' && session.idleTag) {
      socket.write(`${session.idleTag} OK\r\n`);
      session.idleTag = null;
      return;
    }
    if (session.login) {
      const { tag, method } = session.login;
      session.login = null;
      socket.write(`${tag} ${signIn(mails, login, session, method, line)} done\r\n`);
      return;
    }
    const [, tag = '*', name = '', rest = ''] = /^(\S+) (\w+) ?(.*)$/.exec(line) ?? [];
    const command = name.toUpperCase();
    const isAllowed = session.isSignedIn || beforeLogin.includes(command);
    const answer = (isAllowed && commands[command]?.(session, rest, tag)) || ['BAD unknown'];
    const text = answer.map((one) => (/^[*+]/.test(one) ? one : `${tag} ${one} done`));
    socket.write(Buffer.from(`${text.join('\r\n')}\r\n`, 'latin1'));
  };
}
