import { vi } from 'vitest';

/**
 * Answers every upload: they go by XMLHttpRequest, which reports progress. `resetBrowser` ends it.
 */
export function playUploads(status: number, body: unknown): void {
  class FakeRequest extends EventTarget {
    upload: { onprogress?: (event: object) => void } = {};
    onload?: () => void;
    status = status;
    response = new Blob([JSON.stringify(body)]);
    open() {}
    setRequestHeader() {}
    abort() {}
    getResponseHeader = () => 'application/json';
    send() {
      this.upload.onprogress?.({ loaded: 1, total: 2 });
      queueMicrotask(() => this.onload?.());
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
}
