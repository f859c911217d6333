/** Bytes sent so far, and in all. */
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

/** Like fetch, with the progress of the upload, which fetch cannot report. */
export function upload({ url, method, headers, body, signal, onProgress }: Upload) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'blob';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    request.onload = () => {
      const body = bodilessStatuses.has(request.status) ? null : (request.response as Blob);
      const type = request.getResponseHeader('content-type');
      resolve(
        new Response(body, {
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
