import { vi, type Mock } from 'vitest';
import type { ReactNode } from 'react';
import {
  ChatSceneContext,
  ChatStatusContext,
  MessageMarksContext,
  UserMarksContext,
  type ChatActions,
  type ChatScene,
  type ChatStatus,
  type MessageMarks,
  type UserMarks,
} from '#ui/features/conversation/scene/chat-context.ts';
import { MessageMenu } from '#ui/features/conversation/message/message-menu.tsx';
import type { ReportScene } from '#ui/features/conversation/inspector/inspector-context.ts';
import { createSwitchMemory } from '#ui/features/conversation/scene/switch-memory.ts';

export type FakeActions = { [action in keyof ChatActions]: Mock<ChatActions[action]> };

export const fakeActions = (): FakeActions => ({
  retry: vi.fn<ChatActions['retry']>(),
  summarizeAndRetry: vi.fn<ChatActions['summarizeAndRetry']>(),
  continueAnswer: vi.fn<ChatActions['continueAnswer']>(),
  keep: vi.fn<ChatActions['keep']>(),
  startEdit: vi.fn<ChatActions['startEdit']>(),
  cancelEdit: vi.fn<ChatActions['cancelEdit']>(),
  sendEdit: vi.fn<ChatActions['sendEdit']>(),
  saveAnswer: vi.fn<ChatActions['saveAnswer']>(),
  exclude: vi.fn<ChatActions['exclude']>(),
  remove: vi.fn<ChatActions['remove']>(),
  restore: vi.fn<ChatActions['restore']>(),
  choose: vi.fn<ChatActions['choose']>(),
  askAnother: vi.fn<ChatActions['askAnother']>(),
  askBeside: vi.fn<ChatActions['askBeside']>(),
  compare: vi.fn<ChatActions['compare']>(),
  chooseAnswer: vi.fn<ChatActions['chooseAnswer']>(),
  stopAnswer: vi.fn<ChatActions['stopAnswer']>(),
  retryCompared: vi.fn<ChatActions['retryCompared']>(),
  forkAt: vi.fn<ChatActions['forkAt']>(),
  goTo: vi.fn<ChatActions['goTo']>(),
  stop: vi.fn<ChatActions['stop']>(),
  draft: vi.fn<ChatActions['draft']>(),
  pickModel: vi.fn<ChatActions['pickModel']>(),
  summarize: vi.fn<ChatActions['summarize']>(),
  openSettings: vi.fn<ChatActions['openSettings']>(),
});

/** The scene around the messages of a conversation `s`; models are named by their ids. */
export const chatScene = (over: Partial<ChatScene> = {}): ChatScene => ({
  sessionId: 's',
  actions: fakeActions(),
  switched: createSwitchMemory(),
  announce: () => undefined,
  describe: ({ model, vendor }) => ({
    label: model,
    source: vendor,
    practice: false,
    connectionId: vendor,
    isOwn: false,
    keyUrl: null,
    model: null,
  }),
  ...over,
});

const IDLE: ChatStatus = { readOnly: false, running: false, canRetry: true };
const UNMARKED: MessageMarks = {
  changes: null,
  omitted: null,
};
const UNTOUCHED: UserMarks = { editing: null, excluded: new Set(), deleted: new Set(), contextFiles: new Map() };

interface InSceneProps {
  scene?: ChatScene;
  status?: Partial<ChatStatus>;
  marks?: Partial<MessageMarks>;
  children: ReactNode;
}

/** What is rendered inside belongs to the conversation `s`. */
export function InScene({ scene = chatScene(), status, marks, children }: InSceneProps) {
  return (
    <ChatSceneContext value={scene}>
      <ChatStatusContext value={{ ...IDLE, ...status }}>
        <MessageMarksContext value={{ ...UNMARKED, ...marks }}>
          <UserMarksContext value={UNTOUCHED}>
            <MessageMenu>{children}</MessageMenu>
          </UserMarksContext>
        </MessageMarksContext>
      </ChatStatusContext>
    </ChatSceneContext>
  );
}

/** An inspector that stays closed. */
export const QUIET_REPORTS: ReportScene = {
  inspect: () => undefined,
  show: () => undefined,
  onShow: () => () => undefined,
  decided: new Map(),
};
