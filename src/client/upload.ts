/** Bytes that have left, of how many. */
export type UploadProgress = (sentBytes: number, totalBytes: number) => void;

type Upload = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: FormData | string;
  signal?: AbortSignal | undefined;
  onProgress: UploadProgress;
};

const bodilessStatuses = new Set([204, 205, 304]);

/** A request that tells its progress, which fetch can't; answers and fails like fetch. */
export function upload({ url, method, headers, body, signal, onProgress }: Upload) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'blob';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    request.onload = () => {
      const answer = bodilessStatuses.has(request.status) ? null : (request.response as Blob);
      const type = request.getResponseHeader('content-type');
      resolve(
        new Response(answer, {
          status: request.status,
          headers: type ? { 'content-type': type } : {},
        }),
      );
    };
    request.onerror = () => reject(new TypeError('The connection was lost.'));
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    if (signal?.aborted) request.onabort(new ProgressEvent('abort'));
    else request.send(body);
  });
}
