// Credentials by profile, in a file that only its owner can read.
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { SessionTokens } from '../core/session.ts';

export type Profile = {
  baseUrl?: string;
  apiKey?: string;
  email?: string;
  session?: SessionTokens;
  /** Signs the webhooks of `webhooks listen`. */
  webhookSecret?: string;
};

type Stored = { current: string; profiles: Record<string, Profile> };

export type Profiles = {
  file: string;
  /** The name of the profile in use. */
  name: string;
  read(): Profile;
  save(profile: Profile): void;
  list(): [name: string, profile: Profile][];
  use(name: string): void;
};

const placeOfFile = (env: NodeJS.ProcessEnv): string =>
  env.WEFTLINE_CONFIG ??
  path.join(env.XDG_CONFIG_HOME ?? path.join(os.homedir(), '.config'), 'weftline/config.json');

export function openProfiles(env: NodeJS.ProcessEnv, chosen: string | undefined): Profiles {
  const file = placeOfFile(env);

  function load(): Stored {
    if (!existsSync(file)) return { current: 'default', profiles: {} };
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Stored;
    } catch (error) {
      throw new Error(`${file} can't be read: ${String(error)}`, { cause: error });
    }
  }

  /** Renamed into place, so that no other command reads half of it. */
  function store(stored: Stored): void {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 });
    chmodSync(draft, 0o600);
    renameSync(draft, file);
  }

  const name = chosen ?? env.WEFTLINE_PROFILE ?? load().current;
  return {
    file,
    name,
    read: () => load().profiles[name] ?? {},
    save(profile) {
      const stored = load();
      store({ ...stored, profiles: { ...stored.profiles, [name]: profile } });
    },
    list: () => Object.entries(load().profiles),
    use: (next) => store({ ...load(), current: next }),
  };
}
