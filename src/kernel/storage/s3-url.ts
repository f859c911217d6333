import type { S3Driver } from 'flydrive/drivers/s3';

type S3DriverOptions = ConstructorParameters<typeof S3Driver>[0];

/**
 * Reads `s3://KEY:SECRET@bucket?endpoint=...&region=...`. Throws an Error with the expected format
 * for a URL without a bucket, with a path, or with an invalid endpoint.
 */
export function readS3Url(text: string): S3DriverOptions {
  const url = new URL(text);
  if (!url.hostname || (url.pathname !== '' && url.pathname !== '/'))
    throw new Error('write s3://bucket?endpoint=...&region=..., without a path');
  const endpoint = url.searchParams.get('endpoint');
  if (endpoint && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new Error('its endpoint must be an address that begins with https:// or http://');
  const credentials = {
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
  return {
    bucket: url.hostname,
    region: url.searchParams.get('region') ?? 'us-east-1',
    visibility: 'private',
    supportsACL: false,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(url.username ? { credentials } : {}),
    // Other servers than Amazon's store the checksum trailer as part of the content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}
