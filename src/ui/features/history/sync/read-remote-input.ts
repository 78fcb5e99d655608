import type { SyncRemote } from '#contract/sync.ts';
import { findRemoteProblems, type RemoteProblems } from './find-remote-problems.ts';

export type RemoteKind = SyncRemote['kind'];
export type RemoteField = 'path' | 'url' | 'user' | 'secret' | 'bucket' | 'region' | 'accessKey' | 'prefix';

/** The content of the form. */
export interface RemoteInput {
  place: SyncRemote;
  secret: string;
  problems: RemoteProblems;
}

export function readRemoteInput(kind: RemoteKind, form: FormData): RemoteInput {
  const text = (name: RemoteField): string => {
    const value = form.get(name);
    return typeof value === 'string' ? (name === 'secret' ? value : value.trim()) : '';
  };
  return {
    place: placeOf(kind, text),
    secret: kind === 'folder' ? '' : text('secret'),
    problems: findRemoteProblems(kind, text),
  };
}

function placeOf(kind: RemoteKind, text: (name: RemoteField) => string): SyncRemote {
  if (kind === 'folder') return { kind, path: text('path') };
  if (kind === 'webdav') return { kind, url: text('url'), user: text('user') };
  return {
    kind,
    url: text('url'),
    bucket: text('bucket'),
    region: text('region'),
    accessKey: text('accessKey'),
    prefix: text('prefix'),
  };
}
