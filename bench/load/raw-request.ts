/** A request in ASCII over HTTP/1.1, with the given header lines and a body in JSON. */
export function rawRequest(
  method: string,
  url: string,
  headerLines: readonly string[],
  body?: object,
): string {
  const text = body ? JSON.stringify(body) : '';
  const ofBody = body
    ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]
    : [];
  const head = [`${method} ${url} HTTP/1.1`, 'Host: 127.0.0.1', ...ofBody, ...headerLines];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}
