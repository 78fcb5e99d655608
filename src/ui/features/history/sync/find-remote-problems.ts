import type { RemoteField, RemoteKind } from './read-remote-input.ts';

/** What is wrong with a field (`setup.<problem>`). */
export type RemoteProblem =
  | 'required'
  | 'notAbsolute'
  | 'notAddress'
  | 'withLogin'
  | 'withQuery'
  | 'withBucket'
  | 'bucketName'
  | 'bucketPath';

export type RemoteProblems = Partial<Record<RemoteField, RemoteProblem>>;

/** Required fields per kind of remote. */
const NEEDED: Record<RemoteKind, readonly RemoteField[]> = {
  folder: ['path'],
  webdav: ['url', 'user', 'secret'],
  s3: ['url', 'bucket', 'region', 'accessKey', 'secret'],
};

/**
 * Finds common typing errors, in the order of the fields. The host makes the final decision, and checks what only it
 * can know.
 */
export function findRemoteProblems(kind: RemoteKind, text: (name: RemoteField) => string): RemoteProblems {
  const problems: RemoteProblems = {};
  for (const name of NEEDED[kind]) {
    const problem = text(name) === '' ? 'required' : findProblem(name, text);
    if (problem) problems[name] = problem;
  }
  if (kind === 's3' && /(?:^|\/)\.{1,2}(?:\/|$)|\\/.test(text('prefix'))) problems.prefix = 'bucketPath';
  return problems;
}

function findProblem(name: RemoteField, text: (name: RemoteField) => string): RemoteProblem | null {
  const value = text(name);
  // From the root, from a drive, from a network share.
  if (name === 'path') return /^(?:\/|[a-z]:[\\/]|\\\\)/i.test(value) ? null : 'notAbsolute';
  if (name === 'bucket') return /^[a-z0-9][a-z0-9.-]+$/i.test(value) ? null : 'bucketName';
  return name === 'url' ? findAddressProblem(value, text('bucket')) : null;
}

function findAddressProblem(address: string, bucket: string): RemoteProblem | null {
  const url = URL.parse(address);
  if (!url || !/^https?:\/\//i.test(address)) return 'notAddress';
  if (url.username !== '' || url.password !== '') return 'withLogin';
  if (/[?#]/.test(address)) return 'withQuery';
  const isNamed =
    url.pathname.replace(/\/+$/, '').endsWith(`/${bucket}`) || url.hostname.startsWith(`${bucket.toLowerCase()}.s3`);
  return bucket !== '' && isNamed ? 'withBucket' : null;
}
