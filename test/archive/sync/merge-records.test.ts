import { describe, expect, it } from 'vitest';
import { openObject, type RecordLine, SYNC_VERSION, SyncObjectError } from '#archive/sync/sync-object.ts';
import { NO_MARKS } from '#archive/sync/changes-since.ts';
import { mergeRecords, readRecord } from '#archive/sync/merge-records.ts';
import { recordsIn } from '#archive/sync/sync-records.ts';
import { withParentsFirst } from '#archive/sync/parents-first.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { BEGINNING, SimulatedDevice } from './simulated-devices.ts';

const apart = () => [new SimulatedDevice('ada', 0, BEGINNING), new SimulatedDevice('bea', 0, null)] as const;

describe('an object that is heard before the one it builds on', () => {
  it('has its path taken up once the messages are there, and nothing is said against it', () => {
    const [ada, bea] = apart();
    ada.send();
    ada.say(0, 'first');
    ada.send();
    ada.change({ title: 'Named' });
    ada.choose(0);
    bea.receive(ada.log[0] ?? '');
    const [, second = ''] = ada.log;
    // Only the non-messages of the second object, as if a third device had sent them.
    const lines = second.split('\n').filter((line) => !line.includes('"message:'));
    bea.receive(lines.join('\n'));
    expect(bea.history?.session.leafId).toBeNull();
    bea.send();
    expect(bea.log).toEqual([]);
    bea.receive(second);
    expect(bea.history?.session.leafId).toBe('ada-1');
  });

  it('moves what hangs on it behind it', () => {
    const [ada, bea] = apart();
    ada.say(0, 'first');
    ada.send();
    ada.say(0, 'second');
    ada.send();
    for (const text of ada.log.toReversed()) bea.receive(text);
    expect(bea.history?.messages.map(({ id }) => id)).toEqual(['ada-1', 'ada-2']);
    expect(bea.history?.session.leafId).toBe('ada-2');
  });
});

describe('a line', () => {
  const line = (key: string, value?: unknown): RecordLine => ({
    kind: 'record',
    session: 's',
    key,
    t: 9e12,
    by: 'cy',
    value,
  });

  it.each(['message:ada-1', 'output:call', 'send:ada-1', 'usage:ada-1'])('without a value removes no %s', (key) => {
    const [ada] = apart();
    ada.say(0, 'first');
    const { history } = ada;
    if (!history) throw new Error('nothing was said');
    const { id: sessionId } = history.session;
    const output = { id: 'one', sessionId, call: 'call', name: 'read', text: 'all of it', at: 1 };
    const full = { ...history, outputs: [output] };
    const merged = mergeRecords(sessionId, full, recordsIn(full, null), NO_MARKS, [readRecord(sessionId, line(key))]);
    expect(merged.history).toEqual(full);
    expect(merged.marks.records).toEqual({});
  });

  it.each([null, 'text', { id: 'another', role: 'user', parts: [], parentId: null, status: 'complete', createdAt: 1 }])(
    'that is no message is refused as damaged: %j',
    (value) => {
      expect(() => readRecord('s', line('message:one', value))).toThrow(SyncObjectError);
    },
  );
});

const withPicture = (device: SimulatedDevice, name?: string): void => {
  const { history } = device;
  if (!history) return;
  const part = { type: 'image' as const, mime: 'image/png', ...(name !== undefined && { name }), blob: 'b', bytes: 1 };
  device.history = { ...history, messages: history.messages.map((one): StoredMessage => ({ ...one, parts: [part] })) };
};

describe('a conversation with more messages than a call takes arguments', () => {
  it('is put in order and merged', () => {
    const [ada] = apart();
    ada.say(0, 'first');
    const { history } = ada;
    const [first] = history?.messages ?? [];
    if (!history || !first) throw new Error('nothing was said');
    const more = Array.from({ length: 150_000 }, (_, index) => ({ ...first, id: `more-${index}`, seq: index + 2 }));
    const messages = [first, ...more];
    expect(withParentsFirst(messages)).toEqual(messages);
    const merged = mergeRecords(first.sessionId, { ...history, messages }, new Map(), NO_MARKS, []);
    expect(merged.history.session.lastSeq).toBe(150_001);
  });
});

describe('the name of a picture', () => {
  it('is kept wherever it is known, and makes no second message', () => {
    const [ada, bea] = apart();
    ada.say(0, 'look');
    withPicture(ada);
    ada.send();
    bea.receive(ada.log[0] ?? '');
    withPicture(ada, 'beach.png');
    ada.send();
    // Bea's copy, without the name, has the later stamp: it was changed and changed back.
    const { history } = bea;
    if (history) bea.history = { ...history, messages: history.messages.map((one) => ({ ...one, createdAt: 9 })) };
    bea.send();
    if (bea.history && history) bea.history = { ...bea.history, messages: history.messages };
    bea.send();
    bea.receive(ada.log[1] ?? '');
    for (const text of bea.log) ada.receive(text);
    for (const { history: all } of [ada, bea]) {
      const named = all?.messages.filter(({ parts }) => parts.some((part) => 'name' in part));
      expect(named?.map(({ id }) => id)).toEqual(['ada-1']);
    }
  });

  it('raised the version: what version 1 said is read, and what a later one says is waited for', () => {
    const head = { sync: 1, device: 'ada', name: 'Ada', counter: 1, previous: null, base: true, at: 1 };
    expect(openObject(JSON.stringify(head)).head).toEqual(head);
    const later = JSON.stringify({ ...head, sync: SYNC_VERSION + 1 });
    expect(() => openObject(later)).toThrow(`version ${SYNC_VERSION + 1}`);
  });
});

describe('an answer', () => {
  it('that is complete is not replaced by one that broke off, however late that is', () => {
    const [ada, bea] = apart();
    ada.say(0, 'begun', 'interrupted');
    ada.send();
    bea.receive(ada.log[0] ?? '');
    ada.finish(0, ', and ended');
    ada.send();
    // Bea's copy changed later, and is still broken off.
    const { history } = bea;
    if (history) bea.history = { ...history, messages: history.messages.map((one) => ({ ...one, thinking: 'high' })) };
    bea.send();
    bea.receive(ada.log[1] ?? '');
    ada.receive(bea.log[0] ?? '');
    for (const { history: all } of [ada, bea]) {
      expect(all?.messages.find(({ id }) => id === 'ada-1')?.status).toBe('complete');
      expect(all?.messages).toHaveLength(1);
    }
  });

  it('that is growing is heard of when it has ended', () => {
    const [ada, bea] = apart();
    ada.say(0, 'question');
    ada.say(0, 'growing', 'streaming');
    ada.send();
    bea.receive(ada.log[0] ?? '');
    expect(bea.history?.messages).toHaveLength(1);
    expect(bea.history?.session.leafId).toBe('ada-1');
    ada.finish(0, '!');
    ada.send();
    bea.receive(ada.log[1] ?? '');
    expect(bea.history?.session.leafId).toBe('ada-2');
  });
});

describe('fields of a conversation', () => {
  it('say nothing of what tools may do on another machine', () => {
    const [ada, bea] = apart();
    ada.change({ tools: { on: true, mode: 'auto', off: [] } });
    ada.say(0, 'first');
    ada.send();
    bea.receive(ada.log[0] ?? '');
    expect(bea.history?.session.tools).toBeUndefined();
    expect(ada.log.join()).not.toContain('mode');
  });

  it('are sent one by one: another one that was changed elsewhere stays', () => {
    const [ada, bea] = apart();
    ada.send();
    bea.receive(ada.log[0] ?? '');
    ada.change({ title: 'Named', titleBy: 'person' });
    bea.change({ pinned: 1 });
    ada.send();
    bea.send();
    ada.receive(bea.log[0] ?? '');
    bea.receive(ada.log[1] ?? '');
    for (const { history } of [ada, bea]) expect(history?.session).toMatchObject({ title: 'Named', pinned: 1 });
  });
});
