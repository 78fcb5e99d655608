import { randomUUID } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  type Journal,
  type JournalBatch,
  type JournalCheck,
  type JournalList,
  type JournalReceived,
  type NewBase,
  ProfileId,
  type RowListing,
} from '#contract/journal.ts';
import type { SealableFiles } from '../base/at-rest-keys.ts';
import type { HostDeps } from '../base/deps.ts';
import { isMissing, readText, renameToBackup, writePrivate } from '../base/private-file.ts';
import { HostError } from '../base/problem.ts';
import { createQueue } from '../base/serialize.ts';
import { createJournalFolder, type JournalFolder } from './journal-folder.ts';

/** The journals of all databases that this host has served. Calls run one after the other. */
export interface JournalStore {
  list(): Promise<JournalList>;
  change(on: boolean): Promise<JournalList>;
  append(profile: string, batch: JournalBatch): Promise<JournalReceived>;
  putBlob(profile: string, hash: string, bytes: Uint8Array): Promise<void>;
  blob(profile: string, hash: string): Promise<Uint8Array<ArrayBuffer>>;
  check(profile: string, listing: RowListing): Promise<JournalCheck>;
  begin(profile: string): Promise<number>;
  rebase(profile: string, base: NewBase): Promise<void>;
  records(profile: string): Promise<ReadableStream<Uint8Array>>;
  move(profile: string, to: string): Promise<void>;
  /** Deletes a journal for good. */
  remove(profile: string): Promise<void>;
  /** Ids of snapshots that a journal needs to be complete. */
  bases(): Promise<ReadonlySet<string>>;
  readonly files: SealableFiles;
  close(): Promise<void>;
}

export interface JournalStoreDeps extends Pick<HostDeps, 'home' | 'clock' | 'log' | 'atRest'> {
  /** Whether the snapshot exists and is verified. */
  hasSnapshot: (id: string) => Promise<boolean>;
  onChange: () => void;
  /** Maximum bytes of a journal; lower only in tests. */
  most?: number;
}

const MAX_BYTES = 512 * 1024 ** 2;
/** Age after which the journal of an unused database is removed, for example of an uninstalled browser. */
const LEFT_MS = 90 * 24 * 60 * 60_000;

const SettingsFile = z.object({ version: z.literal(1), on: z.boolean() });

export function createJournalStore(deps: JournalStoreDeps): JournalStore {
  const { atRest, clock, home, log, most = MAX_BYTES } = deps;
  const place = join(home, 'journal');
  const settingsFile = join(home, 'journal.json');
  const enqueue = createQueue();
  const folders = new Map<string, JournalFolder>();
  const sizes = new Map<string, number>();
  /** Profiles whose journals are under keys that are open. */
  const readable = new Set<string>();
  let isOn: boolean | null = null;

  function folderOf(profile: string): JournalFolder {
    if (!ProfileId.safeParse(profile).success) throw new HostError('not_found');
    const folder = folders.get(profile) ?? createJournalFolder(join(place, profile), atRest);
    folders.set(profile, folder);
    return folder;
  }

  async function profiles(): Promise<string[]> {
    const names = await readdir(place).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    return names.filter((name) => ProfileId.safeParse(name).success);
  }

  /** Returns null when the file can't be read. */
  async function readSettings(): Promise<boolean | null> {
    const text = await readText(settingsFile);
    if (text === null) return true;
    try {
      return SettingsFile.parse(JSON.parse(text)).on;
    } catch {
      return null;
    }
  }

  async function requireOn(): Promise<void> {
    isOn ??= (await readSettings()) ?? false;
    if (!isOn) throw new HostError('journal_off');
  }

  /** Throws `encryption_locked` when what is new would have to be encrypted and no key is open. */
  async function requireWritable(profile: string): Promise<void> {
    await requireOn();
    await atRest.writing();
    if (readable.has(profile)) return;
    if ((await folderOf(profile).locked()).length > 0) {
      // What can't be read now stays as it is, and the database begins another journal.
      const aside = randomUUID();
      await release(profile);
      await rename(join(place, profile), join(place, aside));
      log.write('warn', 'journal-set-aside', { profile, aside });
    }
    readable.add(profile);
  }

  async function release(profile: string): Promise<void> {
    await folders.get(profile)?.close();
    folders.delete(profile);
    sizes.delete(profile);
    readable.delete(profile);
  }

  async function isWhole(base: { snapshot: string | null } | null): Promise<boolean> {
    return base !== null && (base.snapshot === null || (await deps.hasSnapshot(base.snapshot)));
  }

  async function describe(profile: string): Promise<Journal> {
    const folder = folderOf(profile);
    const base = await folder.base();
    const size = await folder.size();
    if ((await folder.locked()).length > 0)
      return {
        profile,
        snapshot: base?.snapshot ?? null,
        isWhole: false,
        locked: true,
        schema: 0,
        conversations: 0,
        messages: 0,
        ...size,
      };
    const rows = await folder.readRows();
    return {
      profile,
      snapshot: base?.snapshot ?? null,
      isWhole: await isWhole(base),
      schema: rows.schema(),
      ...size,
      ...rows.counts(),
    };
  }

  async function list(): Promise<JournalList> {
    const on = await readSettings();
    const journals: Journal[] = [];
    for (const profile of await profiles()) journals.push(await describe(profile));
    return {
      on: on ?? false,
      settingsDamaged: on === null,
      most,
      journals: journals.toSorted((a, b) => b.at - a.at),
    };
  }

  async function sizeOf(profile: string): Promise<number> {
    const cached = sizes.get(profile);
    if (cached !== undefined) return cached;
    await removeLeft(profile);
    const { bytes } = await folderOf(profile).size();
    sizes.set(profile, bytes);
    return bytes;
  }

  /** Removes the journals of databases that were not used for long. */
  async function removeLeft(used: string): Promise<void> {
    for (const profile of await profiles()) {
      if (profile === used) continue;
      const { at } = await folderOf(profile).size();
      if (clock.now() - at < LEFT_MS || (await folderOf(profile).locked()).length > 0) continue;
      await drop(profile);
      log.write('info', 'journal-removed', { profile, at });
    }
  }

  async function drop(profile: string): Promise<void> {
    await release(profile);
    await rm(join(place, profile), { recursive: true, force: true });
  }

  async function forget(sessions: ReadonlySet<string>): Promise<void> {
    for (const one of await profiles()) {
      if ((await folderOf(one).locked()).length === 0) await folderOf(one).forget(sessions);
      else log.write('warn', 'journal-locked', { profile: one });
    }
  }

  async function append(profile: string, { schema, records }: JournalBatch): Promise<JournalReceived> {
    await requireWritable(profile);
    const folder = folderOf(profile);
    const before = await sizeOf(profile);
    await folder.append(records.map((record) => ({ ...record, schema })));
    const removedSessions = new Set(
      records.flatMap(({ table, key, digest }) => (table === 'sessions' && digest === undefined ? String(key) : [])),
    );
    if (removedSessions.size > 0) await forget(removedSessions);
    const bytes = removedSessions.size > 0 ? (await folder.size()).bytes : before + lengthOf(records);
    sizes.set(profile, bytes);
    return { bytes, full: bytes > most };
  }

  return {
    list: () => enqueue(list),
    change: (on) =>
      enqueue(async () => {
        if ((await readSettings()) === null) await renameToBackup(settingsFile, clock.now());
        await writePrivate(settingsFile, `${JSON.stringify({ version: 1, on }, null, 2)}\n`);
        isOn = on;
        if (!on) for (const profile of await profiles()) await drop(profile);
        deps.onChange();
        return list();
      }),
    append: (profile, batch) => enqueue(() => append(profile, batch)),
    putBlob: (profile, hash, bytes) =>
      enqueue(async () => {
        await requireWritable(profile);
        const before = await sizeOf(profile);
        await folderOf(profile).putBlob(hash, bytes);
        sizes.set(profile, before + bytes.length);
      }),
    blob: (profile, hash) =>
      enqueue(async () => {
        const bytes = await folderOf(profile).blob(hash);
        if (!bytes) throw new HostError('not_found');
        return bytes;
      }),
    check: (profile, listing) =>
      enqueue(async () => {
        await requireWritable(profile);
        const folder = folderOf(profile);
        const base = await folder.base();
        return {
          isWhole: await isWhole(base),
          ...(await folder.readRows()).compare(listing),
        };
      }),
    begin: (profile) =>
      enqueue(async () => {
        await requireWritable(profile);
        return folderOf(profile).begin();
      }),
    rebase: (profile, base) =>
      enqueue(async () => {
        await requireWritable(profile);
        if (!(await isWhole(base))) throw new HostError('unknown_snapshot');
        await folderOf(profile).rebase(base);
        sizes.delete(profile);
        deps.onChange();
      }),
    async records(profile) {
      const lines = await enqueue(async () => {
        if ((await folderOf(profile).locked()).length > 0) throw new HostError('encryption_locked');
        return folderOf(profile).records();
      });
      return Readable.toWeb(Readable.from(lines)) as ReadableStream<Uint8Array>;
    },
    move: (profile, to) =>
      enqueue(async () => {
        if (!(await profiles()).includes(profile) || (await profiles()).includes(to)) throw new HostError('not_found');
        folderOf(to);
        await release(profile);
        await rename(join(place, profile), join(place, to));
      }),
    remove: (profile) =>
      enqueue(async () => {
        if (!(await profiles()).includes(profile)) throw new HostError('not_found');
        await drop(profile);
        deps.onChange();
      }),
    bases: () =>
      enqueue(async () => {
        const found = new Set<string>();
        for (const profile of await profiles()) {
          const base = await folderOf(profile).base();
          if (base?.snapshot) found.add(base.snapshot);
        }
        return found;
      }),
    files: {
      pending: () =>
        enqueue(async () => {
          const found: { name: string; bytes: number }[] = [];
          for (const profile of await profiles())
            for (const one of await folderOf(profile).pending()) found.push({ ...one, name: `${profile}/${one.name}` });
          return found;
        }),
      convert: (name) =>
        enqueue(async () => {
          const profile = name.slice(0, name.indexOf('/'));
          await folderOf(profile).convert(name.slice(profile.length + 1));
          sizes.delete(profile);
        }),
      locked: () =>
        enqueue(async () => {
          const found: string[] = [];
          for (const profile of await profiles()) found.push(...(await folderOf(profile).locked()));
          return found;
        }),
    },
    close: () =>
      enqueue(async () => {
        for (const folder of folders.values()) await folder.close();
      }),
  };
}

function lengthOf(records: JournalBatch['records']): number {
  return JSON.stringify(records).length;
}
