import { array, assert, asyncProperty, constantFrom, nat, oneof, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordsIn, digestOf } from '#archive/sync/sync-records.ts';
import { readHistory } from '#history/archive/read-history.ts';
import { createSyncEngine, type SyncEngine } from '#flows/sync/sync-engine.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { appendMessages } from '#storage/write-messages.ts';
import { removeSession } from '#storage/remove-session.ts';
import { createSession, renameSession, trashSession } from '#storage/session-repository.ts';
import { claimSession } from '#storage/writer-fence.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { type Fault, UnreliablePlace } from './unreliable-place.ts';

const NAMES = ['ada', 'bea', 'cy'];
const SKEWS = [0, 31_536_000_000, -3_600_000];

const onUnreadableRow = (row: unknown): never => {
  throw new Error(JSON.stringify(row));
};

/** A profile whose page may be closed and reopened at any time. */
class Machine {
  readonly db: BatonDatabase;
  readonly #place: UnreliablePlace;
  readonly #name: string;
  #time: number;
  #count = 0;
  engine: SyncEngine;

  constructor(db: BatonDatabase, place: UnreliablePlace, name: string, skew: number) {
    this.db = db;
    this.#place = place;
    this.#name = name;
    this.#time = 1_800_000_000_000 + skew;
    this.engine = this.#open();
  }

  #open(): SyncEngine {
    const newDevice = () => `${this.#name}${(this.#count += 1)}`;
    return createSyncEngine({
      db: this.db,
      port: this.#place.port(),
      now: () => this.now(),
      newDevice,
      onUnreadableRow,
    });
  }

  now(): number {
    return (this.#time += 1_000);
  }

  restart(): void {
    this.engine = this.#open();
  }

  async session(which: number): Promise<string> {
    const ids = (await this.db.sessions.toCollection().primaryKeys()).toSorted();
    return ids[which % Math.max(1, ids.length)] ?? (await createSession(this.db, { target: null, at: this.now() })).id;
  }

  async say(which: number, written: Map<string, string>): Promise<void> {
    const session = await this.session(which);
    const { fence } = await claimSession(this.db, session);
    const text = `${this.#name} ${(this.#count += 1)}`;
    const parentId = (await this.db.sessions.get(session))?.leafId ?? null;
    await appendMessages(this.db, fence, [
      { parentId, role: 'user', parts: [{ type: 'text', text }], status: 'complete', createdAt: this.now() },
    ]);
    written.set(text, session);
  }

  async state(): Promise<string> {
    const found: string[] = [];
    for (const id of (await this.db.sessions.toCollection().primaryKeys()).toSorted()) {
      const history = await readHistory(this.db, id, onUnreadableRow);
      if (!history) continue;
      const records = [...recordsIn(history, null)].map(([key, value]) => `${id} ${key} ${digestOf(value)}`);
      found.push(...records.toSorted());
    }
    return found.join('\n');
  }
}

type Deed = 'say' | 'begin' | 'rename' | 'remove' | 'pass' | 'restart' | 'lose';
const deeds = array(
  record({
    who: nat(2),
    which: nat(5),
    deed: oneof(
      { weight: 6, arbitrary: constantFrom<Deed>('say') },
      { weight: 5, arbitrary: constantFrom<Deed>('pass') },
      { weight: 4, arbitrary: constantFrom<Deed>('begin', 'rename', 'remove', 'restart', 'lose') },
    ),
    faults: array(constantFrom<Fault>('none', 'none', 'before', 'after', 'hides'), { maxLength: 6 }),
  }),
  { maxLength: 30, size: 'max' },
);

async function quiet(place: UnreliablePlace, machines: readonly Machine[]): Promise<void> {
  place.repair();
  for (let round = 0; round < 12; round++) {
    let news = 0;
    for (const machine of machines) {
      // A starting device checks whether any of its own objects are missing.
      machine.restart();
      const { sent, received, waiting } = await machine.engine.pass();
      news += sent + received.changed.size + received.removed.size + waiting.size;
    }
    if (news === 0) return;
  }
  throw new Error('machines never come to rest');
}

describe('machines with a place that breaks, hides and loses', () => {
  it('come to the same, and what was not removed by someone who knew it is there', async () => {
    await assert(
      asyncProperty(deeds, async (steps) => {
        const place = new UnreliablePlace();
        const machines = await Promise.all(
          NAMES.map(async (name, index) => new Machine(await openTestDatabase(), place, name, SKEWS[index] ?? 0)),
        );
        for (const { engine } of machines) await engine.begin({ fingerprint: 'f', name: 'n' });
        const written = new Map<string, string>();
        const removed = new Set<string>();
        for (const { who, which, deed, faults } of steps) {
          const machine = machines[who];
          if (!machine) continue;
          if (deed === 'say') await machine.say(which, written);
          if (deed === 'begin') await createSession(machine.db, { target: null, at: machine.now() });
          if (deed === 'rename')
            await renameSession(machine.db, await machine.session(which), `Named ${machine.now()}`);
          if (deed === 'restart') machine.restart();
          if (deed === 'lose') place.lose(which);
          if (deed === 'remove') {
            const session = await machine.session(which);
            await trashSession(machine.db, session, machine.now());
            await removeSession(machine.db, session);
            removed.add(session);
          }
          if (deed === 'pass') {
            place.fail(...faults);
            await machine.engine.pass().catch((error: unknown) => {
              if (!(error instanceof Error && 'code' in error && error.code === 'sync_unreachable')) throw error;
            });
            place.repair();
          }
        }
        await quiet(place, machines);
        const [first, ...others] = await Promise.all(machines.map((machine) => machine.state()));
        for (const other of others) expect(other).toBe(first);
        for (const { db } of machines) {
          const there = JSON.stringify(await db.messages.toArray());
          const expected = [...written].filter(([, session]) => !removed.has(session)).map(([text]) => text);
          expect(expected.filter((text) => !there.includes(JSON.stringify(text)))).toEqual([]);
          db.close();
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });
});
