import { z } from 'zod';
import { type JoinSync, SyncRemote, type SyncState } from '#contract/sync.ts';
import { reasonText } from '#core/reasons.ts';
import type { HostDeps } from '../base/deps.ts';
import { HostError } from '../base/problem.ts';
import type { ProblemCode } from '#contract/problem.ts';
import { createQueue } from '../base/serialize.ts';
import { type ObjectStore, StoreError, type StoreProblem } from './object-store.ts';
import { addressOf, openRemote, readPlace } from './open-remote.ts';
import { createRetryingStore } from './retrying-store.ts';
import {
  createRemoteKey,
  objectName,
  isKeyOf,
  openObject,
  openRemoteKey,
  type RemoteKey,
  sealObject,
} from './remote-key.ts';

/** Moves encrypted objects to a remote and back, without interpreting their contents. */
export interface SyncHub {
  state(): Promise<SyncState>;
  /** Sends no request. */
  addressOf(place: SyncRemote): string;
  /** Throws `approval_stale` unless the user agreed to exactly this address. */
  join(given: JoinSync): Promise<SyncState>;
  /** Forgets the remote and its key; the objects there stay. */
  leave(): Promise<SyncState>;
  logs(after: Readonly<Record<string, number>>): Promise<Record<string, number[]>>;
  read(device: string, counter: number): Promise<string>;
  /** Returns false when that number exists already. */
  write(device: string, counter: number, text: string): Promise<boolean>;
  /** The number of parts of an attachment that is completely at the remote; otherwise 0. */
  blobParts(hash: string): Promise<number>;
  readBlob(hash: string, part: number): Promise<Uint8Array>;
  writeBlob(hash: string, part: number, of: number, bytes: Uint8Array): Promise<void>;
}

export interface SyncHubDeps extends Pick<HostDeps, 'secrets' | 'fetch' | 'clock' | 'log'> {
  /** Cost of the passphrase, as a power of two; lower only in tests. */
  logN?: number;
  /** Milliseconds between attempts; shorter only in tests. */
  waits?: readonly number[];
}

/** The vault entry that holds the remote, its credentials and the key. */
const SECRET_ID = 'sync-place';
const Kept = z.object({ place: SyncRemote, secret: z.string(), key: z.base64(), fingerprint: z.string() });
type Kept = z.infer<typeof Kept>;

const KEY_FILE = 'key.json';
const DEVICE = /^[0-9a-z]{8,40}$/;
const COUNTER = /^\d{12}$/;
/** More devices than any user has; each one needs a request of its own. */
const MAX_DEVICES = 200;

const logName = (device: string, counter: number): string => `log/${device}/${String(counter).padStart(12, '0')}`;

const PROBLEMS: Record<StoreProblem, ProblemCode> = {
  unreachable: 'sync_unreachable',
  refused: 'sync_refused',
  missing: 'sync_missing',
  unfit: 'sync_unfit',
  full: 'sync_full',
  failed: 'sync_unreachable',
};

export function createSyncHub(deps: SyncHubDeps): SyncHub {
  const { secrets, clock, log } = deps;
  const enqueue = createQueue();
  let opened: { stored: Kept; store: ObjectStore; key: RemoteKey } | null = null;

  async function readStored(): Promise<Kept | null> {
    try {
      const text = await secrets.get(SECRET_ID);
      return text === null ? null : Kept.parse(JSON.parse(text));
    } catch (error) {
      // Without a store for secrets there is no remote either.
      if (error instanceof HostError && error.code === 'secrets_unset') return null;
      throw error;
    }
  }

  async function open() {
    if (opened) return opened;
    const found = await readStored();
    if (!found) throw new HostError('sync_unset');
    const store = openRetrying(found.place, found.secret);
    const key = { bytes: Buffer.from(found.key, 'base64'), fingerprint: found.fingerprint };
    opened = { stored: found, store, key };
    return opened;
  }

  const openRetrying = (place: SyncRemote, secret: string): ObjectStore =>
    createRetryingStore(openRemote(deps, place, secret), clock, deps.waits);

  /** Converts problems of the remote to codes that the page has texts for. */
  async function at<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      log.write('warn', 'sync-place', { problem: error.problem, error });
      throw new HostError(PROBLEMS[error.problem], error.message, { cause: error });
    }
  }

  const stateOf = (found: Kept | null): SyncState => ({
    place: found && { kind: found.place.kind, address: addressOf(found.place), fingerprint: found.fingerprint },
  });

  async function join({ place: given, secret, passphrase, how, agreed }: JoinSync): Promise<SyncState> {
    const place = readPlace(given);
    if (addressOf(place) !== agreed) throw new HostError('approval_stale');
    // Checked before any request: if the result can't be stored, nothing is sent.
    await secrets.get(SECRET_ID);
    const store = openRetrying(place, secret);
    const there = await store.get(KEY_FILE);
    if (how === 'begin' && there) throw new HostError('sync_taken');
    if (how === 'join' && !there) throw new HostError('sync_missing');
    const key = there ? await openRemoteKey(text(there), passphrase) : await begin(store, passphrase);
    const found: Kept = { place, secret, key: key.bytes.toString('base64'), fingerprint: key.fingerprint };
    await secrets.set(SECRET_ID, JSON.stringify(found));
    opened = null;
    return stateOf(found);
  }

  async function begin(store: ObjectStore, passphrase: string): Promise<RemoteKey> {
    const made = await createRemoteKey(passphrase, deps.logN);
    await store.create(KEY_FILE, Buffer.from(made.text));
    // Two devices may have started at the same moment: the key at the remote counts.
    const there = await store.get(KEY_FILE);
    if (!there || !isKeyOf(text(there), made.key)) throw new HostError('sync_taken', reasonText('sync.begunNow'));
    return made.key;
  }

  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

  async function logs(after: Readonly<Record<string, number>>): Promise<Record<string, number[]>> {
    const { store, key } = await open();
    const there = await store.get(KEY_FILE);
    if (!there) throw new HostError('sync_other_place', reasonText('sync.keyGone'));
    if (!isKeyOf(text(there), key)) throw new HostError('sync_other_place');
    const found: Record<string, number[]> = {};
    const devices = (await store.list('log')).filter((name) => DEVICE.test(name));
    if (devices.length > MAX_DEVICES)
      throw new StoreError('unfit', reasonText('sync.computers', { count: MAX_DEVICES }));
    for (const device of devices) {
      const from = String(after[device] ?? 0).padStart(12, '0');
      const names = await store.list(`log/${device}`, from);
      found[device] = names.filter((name) => COUNTER.test(name)).map(Number);
    }
    return found;
  }

  const partName = (key: RemoteKey, hash: string, part: number, of: number): string => {
    const name = objectName(key, hash);
    return `blobs/${name.slice(0, 2)}/${name}/${part}-of-${of}`;
  };

  async function blobParts(hash: string): Promise<number> {
    const { store, key } = await open();
    const name = objectName(key, hash);
    const parts = await store.list(`blobs/${name.slice(0, 2)}/${name}`);
    const there = new Set(parts);
    // The name says how many parts there are, and anyone with access to the remote may have written it.
    const of = Number(/^\d+-of-(\d{1,4})$/.exec(parts.find((name) => name.startsWith('0-of-')) ?? '')?.[1] ?? 0);
    if (of > there.size) return 0;
    return Array.from({ length: of }, (_, part) => `${part}-of-${of}`).every((name) => there.has(name)) ? of : 0;
  }

  async function readBlob(hash: string, part: number): Promise<Uint8Array> {
    const { store, key } = await open();
    const of = await blobParts(hash);
    const name = partName(key, hash, part, of);
    const sealed = of === 0 ? null : await store.get(name);
    if (!sealed) throw new HostError('not_found');
    return openObject(key, name, sealed);
  }

  return {
    async state() {
      return stateOf(await readStored());
    },
    addressOf: (place) => addressOf(readPlace(place)),
    join: (given) => enqueue(() => at(() => join(given))),
    leave: () =>
      enqueue(async () => {
        opened = null;
        await secrets.delete(SECRET_ID);
        return stateOf(null);
      }),
    logs: (after) => at(() => logs(after)),
    read: (device, counter) =>
      at(async () => {
        const { store, key } = await open();
        const name = logName(device, counter);
        const sealed = await store.get(name);
        if (!sealed) throw new HostError('not_found');
        return text(await openObject(key, name, sealed));
      }),
    write: (device, counter, content) =>
      at(async () => {
        const { store, key } = await open();
        const name = logName(device, counter);
        return store.create(name, await sealObject(key, name, Buffer.from(content)));
      }),
    blobParts: (hash) => at(() => blobParts(hash)),
    readBlob: (hash, part) => at(() => readBlob(hash, part)),
    writeBlob: (hash, part, of, bytes) =>
      at(async () => {
        const { store, key } = await open();
        const name = partName(key, hash, part, of);
        await store.create(name, await sealObject(key, name, bytes));
      }),
  };
}
