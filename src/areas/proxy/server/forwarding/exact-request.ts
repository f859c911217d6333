import http from 'node:http';

type StoreHeader = (firstLine: string, headers: readonly string[]) => void;

/**
 * A request with the headers that it gets, in their case and order, and no others. Node adds
 * `Connection`, and `Transfer-Encoding` to methods that it does not know to have no body, unless
 * they were removed before the headers are stored, which its constructor does.
 */
export class ExactRequest extends http.ClientRequest {
  protected _storeHeader(firstLine: string, headers: readonly string[]): void {
    for (const name of ['connection', 'transfer-encoding']) this.removeHeader(name);
    const { _storeHeader } = http.OutgoingMessage.prototype as unknown as {
      _storeHeader: StoreHeader;
    };
    _storeHeader.call(this, firstLine, headers);
  }
}
