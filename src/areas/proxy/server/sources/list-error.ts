import type { SourceError } from '../../wire/proxy-sources.constants.ts';

/** Why a list cannot be used. Contains neither the address nor its content. */
export class ListError extends Error {
  readonly reason: SourceError;
  constructor(reason: SourceError) {
    super(reason);
    this.reason = reason;
  }
}
