import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { WebDAVClient } from 'webdav';
import { reasonText } from '#core/reasons.ts';
import type { HostDeps } from '../base/deps.ts';
import { type ObjectStore, StoreError } from './object-store.ts';
import { asStoreError, createRemoteFetch } from './remote-fetch.ts';

type Fetch = ReturnType<typeof createRemoteFetch>;

/** The library has one `fetch` for all its clients; it calls the one of the current call. */
const calling = new AsyncLocalStorage<Fetch>();
const fetchOfCall = (url: unknown, init: unknown) => {
  const fetch = calling.getStore();
  if (!fetch) throw new StoreError('failed', 'a call outside of a store');
  // The library types these arguments as unknown; they are the arguments of fetch.
  return fetch(url as string, init as RequestInit);
};

export interface WebdavRemote {
  /** The folder on the server. */
  url: string;
  user: string;
  password: string;
}

/** Loads the library only now. It has an eighth of the modules of a host, and only a folder on a WebDAV server needs it. */
async function openClient({ url, user, password }: WebdavRemote): Promise<WebDAVClient> {
  const { AuthType, createClient, getPatcher } = await import('webdav');
  getPatcher().patch('fetch', fetchOfCall);
  const authType = user === '' ? AuthType.None : AuthType.Auto;
  return createClient(url, { authType, username: user, password });
}

/**
 * Stores objects in a folder of a WebDAV server. A file is uploaded under another name and then moved, so none is ever
 * partly there.
 */
export function createWebdavStore(deps: Pick<HostDeps, 'fetch' | 'clock'>, place: WebdavRemote): ObjectStore {
  const remoteFetch = createRemoteFetch(deps, place.url);
  let opened: Promise<WebDAVClient> | null = null;
  const folders = new Set<string>();

  /**
   * Returns null when the file does not exist. The library returns normally on a refused digest sign-in, hence the
   * check.
   */
  async function call<T>(work: (client: WebDAVClient) => Promise<T>): Promise<T | null> {
    const client = await (opened ??= openClient(place));
    let status = 0;
    const watched: Fetch = async (input, init) => {
      status = 0;
      const response = await remoteFetch(input, init);
      ({ status } = response);
      return response;
    };
    try {
      const answer = await calling.run(watched, work, client);
      if (status !== 401) return answer;
    } catch (error) {
      if (status === 404) return null;
      if (status !== 401) throw asStoreError(error);
    }
    throw new StoreError('refused', reasonText('sync.login'));
  }

  const has = async (name: string): Promise<boolean> => (await call((client) => client.exists(`/${name}`))) === true;

  /** Creates the folders above a file one by one: servers refuse to create two at a time. */
  async function makeFolders(name: string): Promise<void> {
    const steps = name.split('/').slice(0, -1);
    for (let depth = 1; depth <= steps.length; depth++) {
      const folder = steps.slice(0, depth).join('/');
      if (folders.has(folder)) continue;
      if (!(await has(folder))) {
        try {
          const made = await call((client) => client.createDirectory(`/${folder}`).then(() => true));
          if (made === null) throw new StoreError('missing', place.url);
        } catch (error) {
          // Another device has just created it.
          if (!(await has(folder))) throw error;
        }
      }
      folders.add(folder);
    }
  }

  return {
    async list(folder, after = '') {
      const found = await call((client) => client.getDirectoryContents(`/${folder}`));
      if (found === null) return [];
      return found
        .map(({ basename }) => basename)
        .filter((name) => name > after)
        .toSorted();
    },
    async get(name) {
      const content = await call((client) => client.getFileContents(`/${name}`, { format: 'binary' }));
      if (content === null) return null;
      if (content instanceof Uint8Array) return Uint8Array.from(content);
      if (content instanceof ArrayBuffer) return new Uint8Array(content);
      throw new StoreError('failed', reasonText('sync.notBytes'));
    },
    has,
    async create(name, bytes) {
      if (await has(name)) return false;
      await makeFolders(name);
      const part = `${name}.${randomBytes(6).toString('hex')}.part`;
      const response = await call((client) =>
        client.putFileContents(`/${part}`, Buffer.from(bytes), { contentLength: bytes.length }),
      );
      if (response !== true) {
        folders.clear();
        throw new StoreError('missing', place.url);
      }
      try {
        await call((client) => client.moveFile(`/${part}`, `/${name}`, { overwrite: false }));
        return true;
      } catch (error) {
        await call((client) => client.deleteFile(`/${part}`)).catch(() => null);
        if (await has(name)) return false;
        throw error;
      }
    },
  };
}
