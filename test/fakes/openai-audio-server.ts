// The refusals of OpenAI's transcription API: of a file by its name, of a large request, of a format
// or a task that the model does not have. https://platform.openai.com/docs/api-reference/audio
import { type ReceivedRequest, startHttpServer, type TestHttpServer } from './http-server.ts';

export type AudioUpload = { path: string; fileName: string; contentType: string; format: string };

export type OpenAiAudioServer = Pick<TestHttpServer, 'url' | 'stop'> & {
  /** Requests that it accepted. */
  uploads: AudioUpload[];
  /** Those that it refused, by the message of the error. */
  refusals: string[];
  reset(): void;
};

const requestBytesMax = 26_214_400;
const formats = ['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'wav', 'webm'];

/** `timedModels` respond in `verbose_json`, and translate. */
export async function startOpenAiAudioServer(
  timedModels: readonly string[] = ['whisper-1'],
): Promise<OpenAiAudioServer> {
  const server = await startHttpServer();
  const uploads: AudioUpload[] = [];
  const refusals: string[] = [];
  const handle = (request: ReceivedRequest) => {
    const refusal = findRefusal(request, timedModels);
    if (refusal) {
      refusals.push(refusal.message);
      const type = 'invalid_request_error';
      return { status: refusal.status, body: { error: { ...refusal, type } } };
    }
    const upload = readUpload(request);
    uploads.push(upload);
    const text = `Part ${uploads.length}.`;
    const times = { start: 0.25, end: 0.75 };
    const timed = { language: 'english', segments: [{ ...times, text }] };
    return { status: 200, body: { text, ...(upload.format === 'verbose_json' && timed) } };
  };
  for (const task of ['transcriptions', 'translations'])
    server.on(`POST /v1/audio/${task}`, handle);
  return {
    url: `${server.url}/v1`,
    uploads,
    refusals,
    reset() {
      uploads.length = 0;
      refusals.length = 0;
    },
    stop: server.stop,
  };
}

const readField = ({ body }: ReceivedRequest, name: string): string =>
  body.match(new RegExp(`name="${name}"\r\n\r\n(.*)\r\n`))?.[1] ?? '';

function readUpload(request: ReceivedRequest): AudioUpload {
  const [, fileName = '', contentType = ''] =
    request.body.match(/filename="(.*)"\r\nContent-Type: (.*)\r\n/) ?? [];
  const format = readField(request, 'response_format');
  return { path: request.path, fileName, contentType, format };
}

function findRefusal(request: ReceivedRequest, timedModels: readonly string[]) {
  const { path, fileName, format } = readUpload(request);
  const model = readField(request, 'model');
  const size = Number(request.headers['content-length']);
  const isTimed = timedModels.includes(model);
  if (size > requestBytesMax)
    return { status: 413, param: null, message: `Maximum content size limit exceeded (${size})` };
  if (!formats.includes(fileName.split('.').at(-1) ?? ''))
    return {
      status: 400,
      param: 'file',
      message: `Unrecognized file format. Supported formats: ${formats.join(', ')}`,
    };
  if (!isTimed && path.endsWith('translations'))
    return { status: 400, param: 'model', message: `${model} does not translate` };
  if (!isTimed && format !== 'json' && format !== 'text')
    return {
      status: 400,
      param: 'response_format',
      message: `response_format '${format}' is not compatible with model '${model}'`,
    };
  return null;
}
