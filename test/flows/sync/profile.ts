import { createApiClient, type HostCallDeps } from '#host-client/api-client.ts';
import { syncEndpoints } from '#contract/sync.ts';
import { createHost, type Host } from '#host/create-host.ts';
import { createOutgoingFetch } from '#host/base/outgoing-fetch.ts';
import type { JoinSync, SyncRemote } from '#contract/sync.ts';
import { recordsIn, digestOf } from '#archive/sync/sync-records.ts';
import { readHistory } from '#history/archive/read-history.ts';
import { toSyncPort } from '#flows/sync/sync-port.ts';
import { createSyncEngine, type SyncEngine } from '#flows/sync/sync-engine.ts';
import type { SyncHost } from '#host-client/host-api.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { appendMessages } from '#storage/write-messages.ts';
import { removeSession } from '#storage/remove-session.ts';
import { createSession, trashSession } from '#storage/session-repository.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import { claimSession } from '#storage/writer-fence.ts';
import { createHostBench, TEST_TOKEN, type HostBench } from '#test/fakes/host-deps.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { openTestWindow } from '#test/fakes/host-window.ts';
import { asHostWindow } from '#test/fakes/mcp-host.ts';

/** One device: a database, a host with a home of its own, and a clock that may be wrong. */
export interface Profile {
  db: BatonDatabase;
  host: SyncHost;
  engine: SyncEngine;
  bench: HostBench;
  /** A new session. */
  begin(title: string): Promise<string>;
  say(session: string, text: string, more?: { parent?: string | null; parts?: StoredPart[] }): Promise<StoredMessage>;
  /** Into the trash, and out of it for good. */
  remove(session: string): Promise<void>;
  texts(session: string): Promise<string[]>;
  /** Everything that must be the same on every device, as one text. */
  state(): Promise<string>;
  join(place: SyncRemote, secret: string, how: JoinSync['how'], passphrase?: string): Promise<void>;
  close(): Promise<void>;
}

export const PASSPHRASE = 'correct horse battery';

const onUnreadableRow = (row: unknown): never => {
  throw new Error(JSON.stringify(row));
};

export async function openProfile(name: string, skew = 0): Promise<Profile> {
  const bench = createHostBench({ fetch: createOutgoingFetch({}) });
  const page: Host = createHost(bench.deps, { sync: { logN: 14, waits: [1, 1] }, processes: null });
  const db = await openTestDatabase();
  const { origin } = bench.deps;
  const window = await openTestWindow((path, init) => page.fetch(new Request(`${origin}${path}`, init)));
  const calls: HostCallDeps = {
    origin,
    token: TEST_TOKEN,
    window: asHostWindow(window),
    fetch: (input, init) => page.fetch(new Request(input, { ...init, headers: sameOrigin(init?.headers, origin) })),
  };
  const host = createApiClient(calls, syncEndpoints);
  let devices = 0;
  let time = 1_800_000_000_000 + skew;
  const now = () => (time += 1_000);
  const newDevice = () => `${name}${(devices += 1)}`.padEnd(12, '0');
  const engine = createSyncEngine({ db, port: toSyncPort(host), now, newDevice, onUnreadableRow });
  return {
    db,
    host,
    engine,
    bench,
    async begin(title) {
      return (await createSession(db, { target: null, at: now(), title })).id;
    },
    async say(session, text, { parent, parts } = {}) {
      const { fence } = await claimSession(db, session);
      const row = await db.sessions.get(session);
      const [message] = await appendMessages(db, fence, [
        {
          parentId: parent === undefined ? (row?.leafId ?? null) : parent,
          role: 'user',
          parts: parts ?? [{ type: 'text', text }],
          status: 'complete',
          createdAt: now(),
        },
      ]);
      if (!message) throw new Error('nothing was said');
      return message;
    },
    async remove(session) {
      await trashSession(db, session, now());
      await removeSession(db, session);
    },
    async texts(session) {
      const history = await readHistory(db, session, onUnreadableRow);
      const of = ({ parts }: StoredMessage) =>
        parts.map((part) => (part.type === 'text' ? part.text : part.type)).join();
      return (history?.messages ?? []).map(of).toSorted();
    },
    async state() {
      const found: [string, string][] = [];
      for (const id of await db.sessions.toCollection().primaryKeys()) {
        const history = await readHistory(db, id, onUnreadableRow);
        if (!history) continue;
        for (const [key, value] of recordsIn(history, null)) found.push([`${id} ${key}`, digestOf(value)]);
      }
      return JSON.stringify(found.toSorted(([a], [b]) => (a < b ? -1 : 1)));
    },
    async join(place, secret, how, passphrase = PASSPHRASE) {
      const agreed = await host.addressOf(place);
      const { place: joined } = await host.join({ place, secret, passphrase, how, agreed });
      await engine.begin({ fingerprint: joined?.fingerprint ?? '', name });
    },
    async close() {
      await page.close();
      db.close();
      bench.dispose();
    },
  };
}

function sameOrigin(headers: HeadersInit | undefined, origin: string): Headers {
  const all = new Headers(headers);
  all.set('origin', origin);
  return all;
}
