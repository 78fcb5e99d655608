import { describe, expect, it } from 'vitest';
import type { DescribedNote } from '#flows/request/request-inspection.ts';
import { groupNotes, notesByMessage, summarize } from '#ui/features/conversation/inspector/read-notes.ts';
import { confirmsSwitch } from '#ui/features/conversation/switch/ask-before.ts';

const note = (rule: string, message?: string): DescribedNote => ({ rule, ...(message !== undefined && { message }) });

describe('reading a report', () => {
  const notes = [
    note('reissue-call-id', 'b'),
    note('file-to-text', 'a'),
    note('drop-foreign-thinking', 'b'),
    note('drop-foreign-thinking', 'd'),
    note('of-tomorrow'),
  ];

  it('puts what is lost first and form last, and counts each rule', () => {
    expect(groupNotes(notes).map(({ rule, effect, notes: own }) => [rule, effect, own.length])).toEqual([
      ['of-tomorrow', 'stays', 1],
      ['drop-foreign-thinking', 'stays', 2],
      ['file-to-text', 'converted', 1],
      ['reissue-call-id', 'form', 1],
    ]);
  });

  it('counts messages that go along, and those that do so word for word', () => {
    const report = { notes, inside: ['a', 'b', 'c', 'd', 'e', 'next'], left: 4 };
    expect(summarize(report)).toEqual({ sent: 5, unchanged: 2, converted: 1, stays: 3, left: 4 });
  });

  it('does not count the message that is not sent yet, nor form', () => {
    const report = {
      notes: [note('merge-messages', 'a'), note('file-to-text', 'next')],
      inside: ['a', 'next'],
      left: 0,
    };
    expect(summarize(report)).toMatchObject({ sent: 1, unchanged: 1, converted: 1 });
  });

  it('marks messages only where more than form changed', () => {
    expect([...notesByMessage(notes)].map(([id, own]) => [id, own.length])).toEqual([
      ['a', 1],
      ['b', 1],
      ['d', 1],
    ]);
  });
});

describe('asking before a switch', () => {
  const report = (over: object) => ({ notes: [], inside: ['a'], left: 0, more: false, tokens: 1, budget: 10, ...over });
  const lossy = report({ notes: [note('drop-foreign-thinking', 'a')] });
  const formal = report({ notes: [note('merge-messages', 'a')] });

  it('stays silent where nothing of the meaning changes', () => {
    expect(confirmsSwitch('changed', formal, 0)).toBe(false);
    expect(confirmsSwitch('never', lossy, 0)).toBe(false);
  });

  it('speaks where something is lost, or always when asked to', () => {
    expect(confirmsSwitch('changed', lossy, 0)).toBe(true);
    expect(confirmsSwitch('always', formal, 0)).toBe(true);
  });

  it('speaks where the new window holds less than the old one', () => {
    expect(confirmsSwitch('changed', report({ left: 6 }), 2)).toBe(true);
    expect(confirmsSwitch('changed', report({ left: 6 }), 6)).toBe(false);
    expect(confirmsSwitch('changed', report({ left: 6 }), null)).toBe(false);
  });

  it('always tells what does not fit', () => {
    expect(confirmsSwitch('never', report({ problem: { kind: 'context_overflow', message: '' } }), 0)).toBe(true);
  });
});
