import { z } from 'zod';
import type { PartHealth } from '#kernel/observability/system-checks.ts';
import { secondMs } from '#lib/durations.ts';
import { formatList } from '#lib/format.ts';
import type { SpeechConfig } from '../config.ts';
import { EngineUnavailable } from './engine.ts';
import { createRemoteClient, RequestRefused } from './remote-client.ts';

type RemoteConfig = Pick<
  SpeechConfig,
  'SPEECH_API_URL' | 'SPEECH_API_KEY' | 'SPEECH_STT_MODEL' | 'SPEECH_TTS_MODEL'
>;

const timeoutMs = 15 * secondMs;
const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Lists the models of the server, which costs nothing. */
export async function checkRemote(config: RemoteConfig): Promise<PartHealth> {
  const { SPEECH_API_URL: url, SPEECH_API_KEY: key } = config;
  if (!url) return { state: 'off', message: 'SPEECH_API_URL is not set: speech is made here.' };
  const { host } = new URL(url);
  const client = createRemoteClient({ url, key });
  const { signal } = new AbortController();
  try {
    const models = modelList.safeParse(await client.listModels({ signal, timeoutMs }));
    if (!models.success)
      return { state: 'warning', message: `${host} lists no models: is SPEECH_API_URL right?` };
    return judgeModels(config, host, new Set(models.data.data.map(({ id }) => id)));
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error;
    return { state: 'down', message: describe(error, host) };
  }
}

function judgeModels(
  { SPEECH_STT_MODEL, SPEECH_TTS_MODEL }: RemoteConfig,
  host: string,
  models: ReadonlySet<string>,
): PartHealth {
  const required = [SPEECH_STT_MODEL, SPEECH_TTS_MODEL];
  const missing = required.filter((model) => !models.has(model));
  if (missing.length === 0)
    return { state: 'ok', message: `${host} accepts the key, and has ${formatList(required)}.` };
  const message = `${host} does not list ${formatList(missing)}: set SPEECH_STT_MODEL and SPEECH_TTS_MODEL to models that it has.`;
  return { state: 'warning', message };
}

function describe(error: EngineUnavailable, host: string): string {
  if (!(error instanceof RequestRefused)) return `${host}: ${error.message}.`;
  if (error.status === 401) return `${host} refuses SPEECH_API_KEY.`;
  return `${host} responds with ${error.status}: is SPEECH_API_URL right?`;
}
