import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { CONSENT_KINDS, type ConsentKind, type ConsentsLast } from '#contract/consents.ts';
import { ConsentGiven, type ConsentState } from '#contract/consent-given.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { reasonText } from '#core/reasons.ts';
import type { Clock, Log, SecretStore } from '../base/deps.ts';
import { readText, renameToBackup, writePrivate } from '../base/private-file.ts';
import { createQueue } from '../base/serialize.ts';
import { type ConsentKeys, createConsentKeys } from './consent-keys.ts';
import { readEarlier } from './earlier-files.ts';

const Consent = z.object({
  id: z.string(),
  kind: z.enum(CONSENT_KINDS),
  /** What it is about; there is one consent per kind and subject. */
  subject: z.string(),
  facts: z.record(z.string(), z.unknown()),
  at: z.number(),
  given: z.nullable(ConsentGiven),
});
const StoredConsent = Consent.extend({ mac: z.string().nullable() });
const File = z.object({ version: z.literal(1), consents: z.array(StoredConsent) });

export type Consent = z.infer<typeof Consent>;
type StoredConsent = z.infer<typeof StoredConsent>;
type Entry = StoredConsent & { state: ConsentState };
export type NewConsent = Pick<Consent, 'kind' | 'subject' | 'facts'>;

/** More than anyone gives. Beyond it, the oldest grants and folders are dropped. */
const MAX_COUNT = 20_000;

export interface ConsentStore {
  /** Returns the valid consents, oldest first. */
  listValid(kind: ConsentKind): Promise<Consent[]>;
  all(): Promise<{ lasts: ConsentsLast; consents: (Consent & { state: ConsentState })[] }>;
  /** Stores a consent given by a gesture of the user in the window `given`. Replaces the one with the same subject. */
  give(consent: NewConsent, given: ConsentGiven): Promise<void>;
  /** Adds facts to a valid consent without asking the user. */
  amend(kind: ConsentKind, subject: string, facts: Consent['facts']): Promise<void>;
  /** Revokes consents: no old copy of the file can make them valid again. Returns how many there were. */
  revoke(which: (consent: Consent) => boolean): Promise<number>;
  /** Removes consents whose subject no longer exists. */
  forget(which: (consent: Consent) => boolean): Promise<void>;
  /** The user has confirmed consents of an earlier version. Others stay as they are. */
  confirm(ids: ReadonlySet<string>, given: ConsentGiven): Promise<void>;
  /** Call after the vault was opened, changed or emptied. */
  refresh(): Promise<void>;
  warning(): Promise<string | null>;
}

export interface ConsentBookDeps {
  home: string;
  secrets: SecretStore;
  clock: Pick<Clock, 'now'>;
  log: Log;
}

function macOf({ id, kind, subject, facts, at, given }: Consent, key: string): string {
  const text = canonicalJson(['baton consent', 1, id, kind, subject, facts, at, given]);
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(text).digest('base64url');
}

function fits(consent: StoredConsent, { checking }: ConsentKeys): boolean {
  if (consent.mac === null) return false;
  const mac = Buffer.from(consent.mac);
  return checking.some((key) => {
    const expected = Buffer.from(macOf(consent, key));
    return mac.length === expected.length && timingSafeEqual(mac, expected);
  });
}

/**
 * Everything the user has consented to, each entry sealed with a key that no file contains in plain text. So a program
 * that can write to the home can't add a consent. The file is read once: changing it while Baton runs has no effect.
 */
export function createConsentStore({ home, secrets, clock, log }: ConsentBookDeps): ConsentStore {
  const file = join(home, 'consents.json');
  const holder = createConsentKeys(secrets);
  const enqueue = createQueue();
  let keys: ConsentKeys;
  let entries: readonly Entry[] = [];
  let warning: string | null = null;
  /** A revocation has failed to reach the disk, where the consent would be valid again at the next start. */
  let owed = false;
  /** A consent was revoked while the key was not available. */
  let renewLater = false;
  let loading: Promise<void> | null = null;

  const sealed = (consent: Consent): Entry => ({ ...consent, mac: null, state: 'held' });

  function judge(consent: StoredConsent): Entry {
    if (consent.mac === null) return { ...consent, state: 'earlier' };
    if (fits(consent, keys)) return { ...consent, state: 'held' };
    return { ...consent, state: keys.lasts === 'locked' ? 'locked' : 'invalid' };
  }

  async function read(): Promise<StoredConsent[]> {
    const text = await readText(file);
    if (text === null) return [];
    try {
      return File.parse(JSON.parse(text)).consents;
    } catch {
      const backup = await renameToBackup(file, clock.now());
      warning = reasonText('consents.unreadable', { backup: backup ?? '' });
      return [];
    }
  }

  async function write(): Promise<void> {
    const consents = entries.map(({ state, ...consent }): StoredConsent => {
      const { id, kind, subject, facts, at, given } = consent;
      // Only valid consents are sealed anew; others keep their old seal.
      const mac = state === 'held' ? macOf(consent, keys.sealing) : consent.mac;
      return { id, kind, subject, facts, at, given, mac };
    });
    await writePrivate(file, `${JSON.stringify({ version: 1, consents }, null, 1)}\n`);
  }

  async function load(): Promise<void> {
    keys = await holder.read();
    entries = (await read()).map(judge);
    const earlier = await readEarlier(home, clock.now());
    warning ??= earlier.warning;
    const existing = new Set(entries.map(({ kind, subject }) => `${kind} ${subject}`));
    const added = earlier.consents.filter(({ kind, subject }) => !existing.has(`${kind} ${subject}`));
    const shown = { given: null, mac: null, state: 'earlier' } as const;
    entries = [...entries, ...added.map((one) => ({ ...one, ...shown, id: randomUUID() }))];
    try {
      if (added.length > 0) await write();
      await earlier.archiveSessions();
    } catch (error) {
      // They are read again at the next start.
      log.write('warn', 'earlier-consents-not-moved', { error });
    }
  }

  const ready = () =>
    (loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    }));

  /** Writes to disk first: a consent that could not be stored was not given. */
  async function replace(next: readonly Entry[]): Promise<void> {
    const before = entries;
    entries = next.length > MAX_COUNT ? withoutOldest(next) : next;
    try {
      await write();
    } catch (error) {
      entries = before;
      throw error;
    }
  }

  /** Changes memory first: whatever happens to the file, the consent is no longer valid. */
  async function remove(which: (consent: Consent) => boolean, forGood: boolean): Promise<number> {
    const left = entries.filter((one) => !which(one));
    const count = entries.length - left.length;
    if (count === 0 && !owed) return 0;
    entries = left;
    owed ||= forGood;
    renewLater ||= forGood && keys.lasts === 'locked';
    const renews = owed;
    if (renews) keys = await holder.renew(keys);
    await write();
    if (renews) keys = await holder.settle(keys);
    owed = false;
    return count;
  }

  const inTurn = <T>(task: () => Promise<T>) =>
    enqueue(async () => {
      await ready();
      return task();
    });

  return {
    // Waits for a change in progress, so that a consent just revoked doesn't count.
    listValid: (kind) => inTurn(async () => entries.filter((one) => one.kind === kind && one.state === 'held')),
    all: () => inTurn(async () => ({ lasts: keys.lasts, consents: [...entries] })),
    give: ({ kind, subject, facts }, given) =>
      inTurn(async () => {
        const others = entries.filter((one) => one.kind !== kind || one.subject !== subject);
        await replace([...others, sealed({ id: randomUUID(), kind, subject, facts, at: clock.now(), given })]);
      }),
    amend: (kind, subject, facts) =>
      inTurn(async () => {
        const about = (one: Entry) => one.kind === kind && one.subject === subject && one.state === 'held';
        if (entries.some(about)) await replace(entries.map((one) => (about(one) ? { ...one, facts } : one)));
      }),
    revoke: (which) => inTurn(() => remove(which, true)),
    forget: (which) => inTurn(async () => void (await remove(which, false))),
    confirm: (ids, given) =>
      inTurn(() =>
        replace(
          entries.map((one) =>
            ids.has(one.id) && one.state === 'earlier' ? sealed({ ...one, at: clock.now(), given }) : one,
          ),
        ),
      ),
    refresh: () =>
      inTurn(async () => {
        const before = keys;
        keys = await holder.read();
        if (keys.lasts === before.lasts && keys.sealing === before.sealing) return;
        entries = entries.map((one) => (one.state === 'locked' || one.state === 'invalid' ? judge(one) : one));
        const renews = renewLater && keys.lasts === 'kept';
        if (renews) keys = await holder.renew(keys);
        if (renews || entries.some(({ state }) => state === 'held')) await write();
        if (renews) keys = await holder.settle(keys);
        renewLater &&= !renews;
      }),
    warning: () => inTurn(async () => warning),
  };
}

function withoutOldest(entries: readonly Entry[]): Entry[] {
  const extra = entries.length - MAX_COUNT;
  const many: ReadonlySet<ConsentKind> = new Set(['rule', 'folder', 'files', 'edits', 'command']);
  const excess = new Set(entries.filter(({ kind }) => many.has(kind)).slice(0, extra));
  return entries.filter((one) => !excess.has(one));
}
