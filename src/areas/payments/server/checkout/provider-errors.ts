import { ApiError, apiError } from '#kernel/http/errors.ts';
import { paymentProviderRefused, paymentProviderUnavailable } from '../../wire/payments.ts';
import { ProviderRefused, ProviderUnavailable } from '../providers/provider.ts';

export const retryAfterSeconds = 30;

/** Maps the provider's errors to API errors; other errors are returned unchanged. */
export function toApiError(error: unknown): unknown {
  if (error instanceof ProviderUnavailable)
    return apiError(paymentProviderUnavailable, {
      retry_after: error.retryAfterSeconds ?? retryAfterSeconds,
    });
  return error instanceof ProviderRefused
    ? new ApiError(paymentProviderRefused, {}, error.message)
    : error;
}
