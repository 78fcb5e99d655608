import { S3mini } from 's3mini';
import { reasonText } from '#core/reasons.ts';
import type { HostDeps } from '../base/deps.ts';
import { MAX_NAMES, type ObjectStore, StoreError } from './object-store.ts';
import { asStoreError, createRemoteFetch } from './remote-fetch.ts';

export interface S3Remote {
  /** The bucket, with its name as the last segment: `https://s3.example.com/bucket`. */
  url: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** A page has 1,000 names; some services return fewer. */
const MAX_PAGES = MAX_NAMES / 500;

/** Stores objects in a bucket of an S3-compatible service, which writes each object atomically. */
export function createS3Store(deps: Pick<HostDeps, 'fetch' | 'clock'>, place: S3Remote): ObjectStore {
  const remoteFetch = createRemoteFetch(deps, place.url);
  const client = (fetch: typeof remoteFetch) =>
    new S3mini({
      accessKeyId: place.accessKey,
      secretAccessKey: place.secretKey,
      endpoint: place.url,
      region: place.region,
      fetch,
    });
  const s3 = client(remoteFetch);

  /** A list comes in pages, each naming the next; a list that never ends would keep the library requesting forever. */
  function boundedClient(): S3mini {
    let pages = 0;
    return client((input, init) => {
      if (++pages > MAX_PAGES) throw new StoreError('unfit', reasonText('sync.pages', { count: MAX_PAGES }));
      return remoteFetch(input, init);
    });
  }

  async function call<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw asStoreError(error);
    }
  }

  const has = (name: string): Promise<boolean> => call(async () => (await s3.objectExists(name)) === true);

  return {
    async list(folder, after) {
      const prefix = `${folder}/`;
      const start = after === undefined ? {} : { 'start-after': `${prefix}${after}` };
      const found = await call(() => boundedClient().listObjects('/', prefix, MAX_NAMES, { delimiter: '/', ...start }));
      if (found === null) throw new StoreError('missing', place.url);
      return found
        .map(({ Key }) => Key.slice(prefix.length).replace(/\/$/, ''))
        .filter((name) => name !== '' && name > (after ?? ''))
        .toSorted();
    },
    async get(name) {
      const content = await call(() => s3.getObjectArrayBuffer(name));
      return content && new Uint8Array(content);
    },
    has,
    async create(name, bytes) {
      if (await has(name)) return false;
      await call(() => s3.putObject(name, bytes));
      return true;
    },
  };
}
