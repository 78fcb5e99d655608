import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

interface Signed {
  method: string;
  /** Path and query as they were sent. */
  url: string;
  headers: Headers;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** AWS Signature Version 4 for S3, written from its specification: checks a request's header like a server. */
export function isSignedBy({ method, url, headers }: Signed, secret: string): boolean {
  const found = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    headers.get('authorization') ?? '',
  );
  const [, credential = '', names = '', signature = ''] = found ?? [];
  const [, date = '', region = '', service = '', end = ''] = credential.split('/');
  if (!found || service !== 's3' || end !== 'aws4_request') return false;
  const [path = '', query = ''] = url.split('?', 2);
  const canonical = [
    method,
    path,
    query.split('&').toSorted().join('&'),
    ...names.split(';').map((name) => `${name}:${(headers.get(name) ?? '').trim()}`),
    '',
    names,
    headers.get('x-amz-content-sha256') ?? '',
  ].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers.get('x-amz-date') ?? '', scope, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(
    (before, step) => hmac(before, step),
    hmac(hmac(`AWS4${secret}`, date), region),
  );
  return timingSafeEqual(Buffer.from(hmac(key, text).toString('hex')), Buffer.from(signature));
}
