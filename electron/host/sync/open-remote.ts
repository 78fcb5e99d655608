import { isAbsolute, join, resolve } from 'node:path';
import type { SyncRemote } from '#contract/sync.ts';
import { reasonText } from '#core/reasons.ts';
import { readServerUrl } from '../base/base-url.ts';
import type { HostDeps } from '../base/deps.ts';
import { HostError } from '../base/problem.ts';
import { createFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3Store } from './s3-store.ts';
import { createWebdavStore } from './webdav-store.ts';

/** Everything is below this path, so that a remote can hold other things too. */
const FOLDER = 'baton-sync/1';

/**
 * Normalizes the remote's address, in which it is stored and consented to; throws `bad_request` that says what to
 * change.
 */
export function readPlace(place: SyncRemote): SyncRemote {
  if (place.kind === 'folder') {
    if (!isAbsolute(place.path) || place.path.includes('\0'))
      throw new HostError('bad_request', reasonText('folder.path'));
    return { ...place, path: resolve(place.path) };
  }
  const url = readServerUrl(place.url.trim()).replace(/\/+$/, '');
  if (place.kind === 'webdav') return { ...place, url };
  const prefix = place.prefix.replaceAll(/^\/+|\/+$/g, '');
  if (!/^[a-z0-9][a-z0-9.-]+$/i.test(place.bucket)) throw new HostError('bad_request', reasonText('bucket.name'));
  if (/(?:^|\/)\.{1,2}(?:\/|$)|\\/.test(prefix)) throw new HostError('bad_request', reasonText('bucket.path'));
  return { ...place, url, prefix };
}

/** The full address that objects are sent to, in one line. */
export function addressOf(place: SyncRemote): string {
  if (place.kind === 'folder') return join(place.path, ...FOLDER.split('/'));
  if (place.kind === 'webdav') return `${place.url}/${FOLDER}`;
  return `${place.url}/${place.bucket}/${place.prefix === '' ? '' : `${place.prefix}/`}${FOLDER}`;
}

export function openRemote(deps: Pick<HostDeps, 'fetch' | 'clock'>, place: SyncRemote, secret: string): ObjectStore {
  if (place.kind === 'folder') return below(createFolderStore(place.path), FOLDER);
  if (place.kind === 'webdav') {
    const { url, user } = place;
    return below(createWebdavStore(deps, { url, user, password: secret }), FOLDER);
  }
  const { region, accessKey } = place;
  const store = createS3Store(deps, { url: `${place.url}/${place.bucket}`, region, accessKey, secretKey: secret });
  return below(store, place.prefix === '' ? FOLDER : `${place.prefix}/${FOLDER}`);
}

function below(store: ObjectStore, folder: string): ObjectStore {
  const at = (name: string) => `${folder}/${name}`;
  return {
    list: (name, after) => store.list(at(name), after),
    get: (name) => store.get(at(name)),
    has: (name) => store.has(at(name)),
    create: (name, bytes) => store.create(at(name), bytes),
  };
}
