import { createContext, use } from 'react';
import type { Origin } from '#core/vendor.ts';
import type { ContextMeasure, Gap, DescribedNote } from '#flows/request/request-inspection.ts';
import type { Deletions } from '#core/normalize/base/deletions.ts';
import type { Excludable } from '#flows/reduction/exclude.ts';
import type { Exclusions } from '#ui/data/use-exclusions.ts';
import type { ContextFilesByMessage } from '#ui/data/use-context-files.ts';
import type { SendRow, StoredMessage } from '#storage/rows.ts';
import type { OutgoingMessage } from '#flows/base/outgoing-message.ts';
import type { SentDraft } from '#state/drafts.ts';
import type { SwitchMemory } from './switch-memory.ts';
import type { OriginFacts } from '#ui/shared/vendors/use-origin-facts.ts';

/** The actions of a conversation's messages. The object never changes while the conversation is shown. */
export interface ChatActions {
  retry: (messageId: string) => void;
  /** Retries after the previous messages were summarized. */
  summarizeAndRetry: (messageId: string) => void;
  continueAnswer: (messageId: string) => void;
  keep: (messageId: string) => void;
  startEdit: (message: StoredMessage) => void;
  cancelEdit: () => void;
  /** `sent`: what was taken out of the editor. If it can't be stored, the message is opened for editing again. */
  sendEdit: (messageId: string, outgoing: OutgoingMessage, sent: SentDraft) => void;
  /**
   * Stores an edited answer; `continues`: and lets the model go on after it. `onStored`: called once it is stored. If
   * that fails, the answer is opened for editing again.
   */
  saveAnswer: (messageId: string, text: string, onStored: () => void, continues?: boolean) => void;
  exclude: (target: Excludable, isExcluded: boolean) => void;
  /** Deletes a message or a tool result, with an undo. */
  remove: (target: Excludable) => void;
  /** Restores what was deleted. */
  restore: (target: Excludable) => void;
  choose: (messageId: string) => void;
  /** Opens the choice of another model for the same question. */
  askAnother: (message: StoredMessage) => void;
  /** Opens the choice of more models that answer the same question side by side. */
  askBeside: (message: StoredMessage) => void;
  /** Shows the answers of a question side by side. */
  compare: (questionId: string) => void;
  /** Chooses the answer that the conversation continues with. */
  chooseAnswer: (messageId: string) => void;
  stopAnswer: (messageId: string) => void;
  retryCompared: (messageId: string) => void;
  /** Starts a new conversation here: after an answer, or with a question to rewrite. */
  forkAt: (message: StoredMessage) => void;
  /** Goes to a message anywhere in the conversation. */
  goTo: (messageId: string) => void;
  stop: () => void;
  /** Inserts text into the message box, after the existing text. */
  draft: (text: string) => void;
  /** Opens the model picker of the composer. */
  pickModel: () => void;
  /** Opens the summary that replaces the conversation so far. */
  summarize: () => void;
  openSettings: (connectionId?: string) => void;
}

/** What all messages share. It doesn't change while an answer comes and goes, so every message may read it. */
export interface ChatScene {
  sessionId: string;
  actions: ChatActions;
  /** The message is shown beside other answers to the same question. */
  compared?: boolean;
  switched: SwitchMemory;
  /** Announces something to screen readers. */
  announce: (text: string) => void;
  /** The model and connection name of an origin, as far as they are known. */
  describe: (origin: Origin) => OriginFacts;
}

/** What may be done now. It changes with each answer: read it in what it enables, not in a whole message. */
export interface ChatStatus {
  /** Another window writes here, so this one may not change anything. */
  readOnly: boolean;
  /** An answer is being written in this conversation. */
  running: boolean;
  /** Another answer may be requested. While others are in progress, this is possible only in a comparison. */
  canRetry: boolean;
}

/** Facts about single messages. They change with each request: read them in what shows one of them. */
export interface MessageMarks {
  /** What the last request changed, by message; `null` when it changed nothing, or it is unknown. */
  changes: { send: SendRow; notes: ReadonlyMap<string, readonly DescribedNote[]> } | null;
  /** The messages that the next request leaves out; `null` when there are none, and until it is known. */
  omitted: OmittedMessages | null;
}

/** What the user does with single messages. It changes by their hand alone, so every message may read it. */
export interface UserMarks {
  /** The message whose text is being edited. */
  editing: string | null;
  excluded: Exclusions;
  deleted: Deletions;
  /** The context files that were sent with the user's messages. */
  contextFiles: ContextFilesByMessage;
}

export interface OmittedMessages {
  measure: ContextMeasure;
  /** Keyed by the message that is included again after the gap; `NEXT_ID` for the next message. */
  gaps: ReadonlyMap<string, Gap>;
}

export const ChatSceneContext = createContext<ChatScene | null>(null);
export const ChatStatusContext = createContext<ChatStatus | null>(null);
export const MessageMarksContext = createContext<MessageMarks | null>(null);
export const UserMarksContext = createContext<UserMarks | null>(null);

export function useChatScene(): ChatScene {
  const scene = use(ChatSceneContext);
  if (!scene) throw new Error('ChatSceneContext is missing');
  return scene;
}

export function useChatStatus(): ChatStatus {
  const status = use(ChatStatusContext);
  if (!status) throw new Error('ChatStatusContext is missing');
  return status;
}

/** False also where messages are shown outside their conversation. */
export const useIsExcluded = (key: string): boolean => use(UserMarksContext)?.excluded.has(key) ?? false;

/** False also where messages are shown outside their conversation. */
export const useIsDeleted = (key: string): boolean => use(UserMarksContext)?.deleted.has(key) ?? false;

/** Whether anything was deleted in the conversation; false outside of one. */
export const useHasDeleted = (): boolean => (use(UserMarksContext)?.deleted.size ?? 0) > 0;

/** False also where messages are shown outside their conversation. */
export const useIsEdited = (id: string): boolean => use(UserMarksContext)?.editing === id;

export function useUserMarks(): UserMarks {
  const marks = use(UserMarksContext);
  if (!marks) throw new Error('UserMarksContext is missing');
  return marks;
}

export function useMessageMarks(): MessageMarks {
  const marks = use(MessageMarksContext);
  if (!marks) throw new Error('MessageMarksContext is missing');
  return marks;
}
