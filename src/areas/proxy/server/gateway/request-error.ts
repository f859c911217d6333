// What is wrong with bytes that are no HTTP request, or too many.
import { type GatewayError, gatewayErrors } from './gateway-error.ts';

/** Of a request with its address. A site's response may have more. */
export const requestHeadBytesMax = 131_072;

type ClientError = Error & { code?: string; reason?: string; rawPacket?: Buffer };

const tlsHandshake = 0x16;
const socks4 = 4;

export function explainClientError({ code = '', reason, rawPacket }: ClientError): GatewayError {
  if (code === 'HPE_HEADER_OVERFLOW') return gatewayErrors.headersTooLarge(requestHeadBytesMax);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return gatewayErrors.tooSlow();
  const first = rawPacket?.[0];
  if (code === 'HPE_INVALID_METHOD' && first === tlsHandshake)
    return gatewayErrors.badRequest(
      'The connection to this proxy is not encrypted: begin its address with http://, also for https:// sites.',
    );
  if (code === 'HPE_INVALID_METHOD' && first === socks4)
    return gatewayErrors.badRequest('SOCKS 4 is not offered: use socks5h:// for this proxy.');
  if (code === 'HPE_INVALID_URL') return gatewayErrors.addressCharacters();
  return gatewayErrors.badRequest(
    `This is not a valid HTTP request: ${reason ?? 'it ended early'}.`,
  );
}
