import { canonicalJson } from '#core/canonical-json.ts';
import { mergeRecords, readRecord } from '#archive/sync/merge-records.ts';
import { NO_MARKS, changesSince, type SessionMarks } from '#archive/sync/changes-since.ts';
import type { RecordLine } from '#archive/sync/sync-object.ts';
import { readObject, writeObject } from '#archive/sync/sync-object.ts';
import { digestOf, recordsIn } from '#archive/sync/sync-records.ts';
import type { SessionHistory } from '#archive/records.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { plainHistory, sessionRow } from '#test/fakes/session-row.ts';

export const SESSION = 's';

export const BEGINNING: SessionHistory = plainHistory(sessionRow(SESSION, { title: '', titleBy: 'auto' }));

/** A device from the merge's view: one conversation, what it knows of the log, and a clock of its own. */
export class SimulatedDevice {
  readonly name: string;
  readonly #skew: number;
  history: SessionHistory | null;
  marks: SessionMarks = NO_MARKS;
  readonly log: string[] = [];
  /** Bodies of all complete messages ever written here. */
  readonly written = new Set<string>();
  #time = 0;
  #count = 0;

  constructor(name: string, skew: number, history: SessionHistory | null) {
    this.name = name;
    this.#skew = skew;
    this.history = history;
  }

  #now(): number {
    this.#time += 1;
    return 1_000_000 + this.#time + this.#skew;
  }

  #settle(): SessionMarks {
    if (!this.history) return this.marks;
    const records = recordsIn(this.history, this.marks.wanted);
    return changesSince(this.marks, records, {
      device: this.name,
      now: this.#now(),
      firstSeen: this.history.session.updatedAt,
      partial: false,
    });
  }

  /** Writes what changed here since the last time into the log. */
  send(): void {
    if (!this.history) return;
    this.marks = this.#settle();
    if (this.marks.unsent.length === 0) return;
    const records = recordsIn(this.history, this.marks.wanted);
    const lines = this.marks.unsent.map((key): RecordLine => {
      const [digest, t, by] = this.marks.records[key] ?? ['', 0, ''];
      return { kind: 'record', session: SESSION, key, t, by, ...(digest !== '' && { value: records.get(key) }) };
    });
    const head = { sync: 1 as const, device: this.name, name: this.name, previous: null, base: false, at: 0 };
    this.log.push(writeObject({ head: { ...head, counter: this.log.length + 1 }, lines }));
    this.marks = { ...this.marks, unsent: [] };
  }

  receive(text: string): void {
    const marks = this.#settle();
    const records = this.history ? recordsIn(this.history, marks.wanted) : new Map<string, unknown>();
    const lines = readObject(text).lines.filter((line) => line.kind === 'record');
    const merged = mergeRecords(
      SESSION,
      this.history,
      records,
      marks,
      lines.map((line) => readRecord(SESSION, line)),
    );
    this.history = merged.history;
    this.marks = merged.marks;
  }

  say(parent: number, text: string, status: StoredMessage['status'] = 'complete'): void {
    const history = this.#must();
    this.#count += 1;
    const id = `${this.name}-${this.#count}`;
    const under = history.messages.filter((one) => one.status !== 'streaming');
    const message: StoredMessage = {
      id,
      sessionId: SESSION,
      parentId: under[parent % Math.max(1, under.length)]?.id ?? null,
      seq: history.session.lastSeq + 1,
      role: 'assistant',
      parts: [{ type: 'text', text: `${id} ${text}` }],
      status,
      createdAt: this.#now(),
    };
    if (status === 'complete') this.written.add(bodyOf(message));
    this.history = {
      ...history,
      messages: [...history.messages, message],
      session: { ...history.session, leafId: id, lastSeq: message.seq, updatedAt: message.createdAt },
    };
  }

  /** Ends an answer that broke off or is streaming. */
  finish(which: number, text: string): void {
    const history = this.#must();
    const open = history.messages.filter(({ status }) => status !== 'complete');
    const one = open[which % Math.max(1, open.length)];
    if (!one) return;
    const parts = one.parts.map((part) => (part.type === 'text' ? { ...part, text: part.text + text } : part));
    const complete: StoredMessage = { ...one, parts, status: 'complete' };
    this.written.add(bodyOf(complete));
    this.history = { ...history, messages: history.messages.map((each) => (each === one ? complete : each)) };
  }

  change(change: Partial<SessionHistory['session']>): void {
    const history = this.#must();
    this.history = { ...history, session: { ...history.session, ...change } };
  }

  choose(leaf: number): void {
    const { messages } = this.#must();
    this.change({ leafId: messages[leaf % Math.max(1, messages.length)]?.id ?? null });
  }

  hide(which: number, kind = 'hidden'): void {
    const history = this.#must();
    const { messages, overlays } = history;
    const target = messages[which % Math.max(1, messages.length)]?.id;
    if (target === undefined) return;
    const existing = overlays.find((one) => one.kind === kind && one.target.message === target);
    this.#count += 1;
    const row = { id: `${this.name}-o${this.#count}`, sessionId: SESSION, kind, reason: 'r', at: 1 };
    this.history = {
      ...history,
      overlays: existing
        ? overlays.filter((one) => one !== existing)
        : [...overlays, { ...row, target: { message: target } }],
    };
  }

  keepOutput(which: number): void {
    const history = this.#must();
    const call = history.messages[which % Math.max(1, history.messages.length)]?.id;
    if (call === undefined || history.outputs.some((one) => one.call === `${call}#0`)) return;
    const id = `output-${history.outputs.length + 1}`;
    if (history.outputs.some((one) => one.id === id)) return;
    const row = { sessionId: SESSION, id, call: `${call}#0`, name: 'read', text: `whole ${this.name} ${call}`, at: 1 };
    this.history = { ...history, outputs: [...history.outputs, row] };
  }

  spend(which: number, cost: number): void {
    const history = this.#must();
    const id = history.messages[which % Math.max(1, history.messages.length)]?.id;
    if (id === undefined || history.usage.some((one) => one.id === id)) return;
    const row = { id, sessionId: SESSION, at: 1, connection: 'c', vendor: 'openai' as const, model: 'm', cost };
    this.history = {
      ...history,
      usage: [...history.usage, { ...row, usage: { input: 1, output: 1 } }],
      session: { ...history.session, cost: history.session.cost + cost },
    };
  }

  planTo(goal: string | null): void {
    const plan = { sessionId: SESSION, goal, todos: [], notes: [], lastId: 0, at: 1 };
    this.history = { ...this.#must(), plan: goal === null ? null : plan };
  }

  #must(): SessionHistory {
    this.history ??= BEGINNING;
    return this.history;
  }

  /** Everything that must be equal on every device, as one text. */
  state(): string {
    if (!this.history) return 'nothing';
    const records = [...recordsIn(this.history, this.marks.wanted)].map(([key, value]) => [key, digestOf(value)]);
    const { cost } = this.history.session;
    return canonicalJson([records.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)), Math.round(cost * 1000)]);
  }
}

export function bodyOf({ parts }: StoredMessage): string {
  return parts.map((part) => (part.type === 'text' ? part.text : part.type)).join('');
}
