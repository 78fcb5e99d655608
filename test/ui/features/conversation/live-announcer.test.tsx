// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { StoredMessage } from '#storage/rows.ts';
import { LiveAnnouncer } from '#ui/features/conversation/announce/live-announcer.tsx';
import { render } from '../../support/render.tsx';

const shown = vi.hoisted(() => ({ run: null as unknown, messages: [] as unknown[], end: null as unknown }));
vi.mock(import('#ui/data/use-streaming-answer.ts'), () => ({ useStreamingAnswer: () => shown.run as never }));
vi.mock(import('#ui/features/conversation/agent/use-agent.ts'), async (original) => ({
  ...(await original()),
  useRunEnd: () => shown.end as never,
}));
vi.mock(import('#ui/data/session-history-context.tsx'), async (original) => ({
  ...(await original()),
  useSessionHistory: () => ({ messages: shown.messages }) as never,
}));
vi.mock(import('#ui/features/conversation/scene/chat-context.ts'), async (original) => ({
  ...(await original()),
  useChatScene: () => ({ sessionId: 's' }) as never,
}));

const announced = () => screen.getByRole('status').textContent;

it.each<[string, Partial<Pick<StoredMessage, 'status' | 'stop' | 'error'>>]>([
  ['The answer is complete.', { stop: 'end' }],
  ['The answer was stopped.', { stop: 'aborted' }],
  ['The answer stopped because the conversation moved to another window.', { status: 'interrupted', stop: 'aborted' }],
  // Taken by force: this window could not write how it ended.
  ['The answer stopped because the conversation moved to another window.', { status: 'interrupted' }],
  ['The answer hit the length limit.', { stop: 'length' }],
  ['The answer failed. The message says why.', { error: { kind: 'server', retryable: true, message: 'down' } }],
  // Its calls follow, and one of them may ask: it isn't complete.
  ['Model is answering.', { stop: 'tool' }],
])('announces after an answer has ended: %s', async (words, ending) => {
  shown.run = { messageId: 'm', parts: [] };
  shown.messages = [{ id: 'm', status: 'streaming' }];
  const { rerender } = await render(<LiveAnnouncer model="Model" />);
  expect(announced()).toBe('Model is answering.');
  shown.run = null;
  shown.messages = [{ id: 'm', status: 'complete', ...ending }];
  await rerender(<LiveAnnouncer model="Model" />);
  expect(announced()).toBe(words);
});

it.each([
  ['The answer was stopped.', { kind: 'cancelled' }],
  ['The answer stopped because the conversation moved to another window.', { kind: 'cancelled', by: 'window' }],
])('announces a run that is stopped during a call: %s', async (words, reason) => {
  shown.end = { reason };
  shown.run = { messageId: 'm', parts: [] };
  shown.messages = [{ id: 'm', status: 'streaming' }];
  const { rerender } = await render(<LiveAnnouncer model="Model" />);
  shown.run = null;
  shown.messages = [{ id: 'm', status: 'complete', stop: 'tool' }];
  await rerender(<LiveAnnouncer model="Model" />);
  // A run that had ended before isn't announced.
  expect(announced()).toBe('Model is answering.');
  shown.end = { reason: { ...reason } };
  await rerender(<LiveAnnouncer model="Model" />);
  expect(announced()).toBe(words);
});
