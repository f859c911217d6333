import { expect, test } from 'vitest';
import { readS3Url } from './s3-url.ts';

test('an S3 URL contains bucket, credentials, endpoint and region', () => {
  expect(readS3Url('s3://id:se%2Fcret@bucket?endpoint=http://s3.local:9000&region=eu-1')).toEqual(
    expect.objectContaining({
      bucket: 'bucket',
      credentials: { accessKeyId: 'id', secretAccessKey: 'se/cret' },
      endpoint: 'http://s3.local:9000',
      forcePathStyle: true,
      region: 'eu-1',
    }),
  );
});

test('without credentials in the URL those of the AWS environment are used', () => {
  expect(readS3Url('s3://bucket')).not.toHaveProperty('credentials');
  expect(readS3Url('s3://bucket')).not.toHaveProperty('endpoint');
});

test.each([
  ['s3://', 'without a path'],
  ['s3://bucket/folder', 'without a path'],
  ['s3://bucket?endpoint=minio', 'endpoint'],
  ['s3://id:50%@bucket', 'URI malformed'],
])('%s is refused', (address, words) => {
  expect(() => readS3Url(address)).toThrow(words);
});
