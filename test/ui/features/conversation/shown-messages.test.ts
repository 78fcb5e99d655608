import { expect, it } from 'vitest';
import { DELETED } from '#core/normalize/base/overlays.ts';
import { deletionsOf } from '#core/normalize/base/deletions.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import { shownMessages } from '#ui/features/conversation/rows/shown-messages.ts';

const message = (id: string, role: StoredMessage['role'], parts: StoredPart[], parentId: string | null = null) => ({
  id,
  sessionId: 's',
  parentId,
  seq: 1,
  role,
  parts,
  status: 'complete' as const,
  createdAt: 1,
});
const call = (id: string): StoredPart => ({ type: 'tool_call', id, name: 'read', args: {} });
const result = (callId: string, text: string): StoredPart => ({
  type: 'tool_result',
  callId,
  text,
  images: [{ mime: 'image/png', blob: 'b', bytes: 1 }],
});
const path: StoredMessage[] = [
  message('q', 'user', [{ type: 'text', text: 'Read it.' }]),
  message('a', 'assistant', [call('c1'), call('c2')], 'q'),
  message('t', 'tool', [result('c1', 'one'), result('c2', 'two')], 'a'),
  message('b', 'assistant', [{ type: 'text', text: 'Done.' }], 't'),
];
const deleted = (...targets: { message: string; part?: number }[]) =>
  deletionsOf(targets.map((target) => ({ kind: DELETED, target })));

it('a deleted answer takes its results from the screen, and all others keep their identity', () => {
  expect(shownMessages(path, deleted())).toBe(path);
  expect(shownMessages(path, deleted({ message: 'a' }))).toEqual([path[0], path[3]]);
});

it('of a deleted result nothing is shown, and the place of the others stays', () => {
  const marks = deleted({ message: 't', part: 0 });
  const shown = shownMessages(path, marks)[2];
  expect(shown?.parts[0]).toEqual({ type: 'tool_result', callId: 'c1', text: '' });
  expect(shown?.parts[1]).toBe(path[2]?.parts[1]);
  // The list draws again only what has changed.
  expect(shownMessages([...path], marks)[2]).toBe(shown);
});
