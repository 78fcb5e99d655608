import { createContext, use } from 'react';
import type { Origin } from '#core/vendor.ts';
import type { ContextMeasure, Gap, DescribedNote } from '#flows/request-inspection.ts';
import type { ContextFilesByMessage } from '#ui/data/use-context-files.ts';
import type { SendRow, StoredMessage } from '#storage/rows.ts';
import type { OutgoingMessage } from '#flows/chat-flows.ts';
import type { SwitchMemory } from './switch-memory.ts';
import type { OriginFacts } from '#ui/shared/vendors/use-origin-facts.ts';

/** What the messages of a conversation may do; the object never changes while the conversation is shown. */
export interface ChatActions {
  retry: (messageId: string) => void;
  /** Asks again once what came before was summarised. */
  summariseAndRetry: (messageId: string) => void;
  continueAnswer: (messageId: string) => void;
  keep: (messageId: string) => void;
  startEdit: (message: StoredMessage) => void;
  cancelEdit: () => void;
  /** `onSent`: once it is stored; where that fails the message is opened for editing again. */
  sendEdit: (messageId: string, outgoing: OutgoingMessage, onSent: () => void) => void;
  choose: (messageId: string) => void;
  /** Opens the choice of another model that answers the same. */
  askAnother: (message: StoredMessage) => void;
  /** Opens the choice of models that answer the same question beside this one. */
  askBeside: (message: StoredMessage) => void;
  /** Shows the answers of a question side by side. */
  compare: (questionId: string) => void;
  /** Chooses one of several answers for the conversation to go on with. */
  goOnWith: (messageId: string) => void;
  stopAnswer: (messageId: string) => void;
  retryCompared: (messageId: string) => void;
  /** A new conversation from here: behind an answer, or with a question to be written anew. */
  forkAt: (message: StoredMessage) => void;
  /** Goes to a message, wherever in the conversation it is. */
  goTo: (messageId: string) => void;
  stop: () => void;
  /** Puts words into the message box, behind what is there. */
  draft: (text: string) => void;
  /** Opens the model picker of the composer. */
  pickModel: () => void;
  /** Opens the summary that stands for the conversation so far. */
  summarise: () => void;
  openSettings: (connectionId?: string) => void;
}

/** What all messages share and none of them owns. */
export interface ChatScene {
  sessionId: string;
  actions: ChatActions;
  /** Another window writes here: nothing may be changed from this one. */
  readOnly: boolean;
  /** An answer is on its way in this conversation. */
  running: boolean;
  /** Another answer may be asked for; beside others that are on their way only where answers are compared. */
  canRetry: boolean;
  /** The message stands beside others that answer the same. */
  compared?: boolean;
  switched: SwitchMemory;
  /** Says something to screen readers. */
  tell: (words: string) => void;
  /** The message whose text is being edited. */
  editing: string | null;
  /** What the last request changed, by message; null when nothing is known of it. */
  changes: { send: SendRow; notes: ReadonlyMap<string, readonly DescribedNote[]> } | null;
  /** What the next request leaves out, and where; null until it is known. */
  leftOut: OmittedMessages | null;
  /** What the model was told from the folder along with messages of the user. */
  along: ContextFilesByMessage;
  /** Model and the name of the connection behind an origin, as far as they are known. */
  describe: (origin: Origin) => OriginFacts;
}

export interface OmittedMessages {
  measure: ContextMeasure;
  /** By the message that is sent again after it; `NEXT_ID` for what is written next. */
  gaps: ReadonlyMap<string, Gap>;
}

export const ChatSceneContext = createContext<ChatScene | null>(null);

export function useChatScene(): ChatScene {
  const scene = use(ChatSceneContext);
  if (!scene) throw new Error('ChatSceneContext is missing');
  return scene;
}
