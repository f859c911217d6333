// Requests of proxy checks: their target works without a proxy.
import { ProxyError } from '#areas/proxy/server/forwarding/proxy-error.ts';
import type { ProxyRequest, ProxyResponse } from '#areas/proxy/server/forwarding/send-request.ts';
import type { FailureReason } from '#areas/proxy/wire/proxies.constants.ts';

export const answered: ProxyResponse = {
  status: 200,
  contentType: null,
  headers: {},
  body: Buffer.alloc(0),
  sizeBytes: 0,
  connectMs: 1,
  elapsedMs: 1,
  traffic: { sent: 0, received: 0 },
};

/** `readReason` says why a request through a proxy fails, or null when it does not. */
export const requestsFailing =
  (readReason: () => FailureReason | null) =>
  async ({ proxy }: ProxyRequest): Promise<ProxyResponse> => {
    const reason = proxy && readReason();
    if (reason) throw new ProxyError(reason);
    return answered;
  };
