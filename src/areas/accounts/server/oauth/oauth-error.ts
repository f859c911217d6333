/** An error of the protocol (RFC 6749, 5.2), for an app and not for people. */
export class OauthError extends Error {
  readonly code: string;
  readonly status: number;
  constructor(code: string, description: string, status = 400) {
    super(description);
    this.code = code;
    this.status = status;
  }
}
