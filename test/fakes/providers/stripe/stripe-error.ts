/** The `error` of a response: its status, and the fields that Stripe documents. */
export class StripeFault extends Error {
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;
  constructor(status: number, fields: { message: string; type?: string; [name: string]: unknown }) {
    super(fields.message);
    this.status = status;
    const { code } = fields;
    this.fields = {
      type: 'invalid_request_error',
      ...(typeof code === 'string' && { doc_url: docUrl(code) }),
      ...fields,
    };
  }
}

const docUrl = (code: string) => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;

export const badRequest = (message: string, fields: object = {}): StripeFault =>
  new StripeFault(400, { message, ...fields });

export const missingObject = (noun: string, id: string, param = 'id', status = 404): StripeFault =>
  new StripeFault(status, {
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  });
