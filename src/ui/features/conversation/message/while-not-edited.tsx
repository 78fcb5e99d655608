import type { ReactNode } from 'react';
import type { StoredMessage } from '#storage/rows.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { useIsEdited } from '#ui/features/conversation/scene/chat-context.ts';

const AnswerEditor = lazyPart(async () => (await import('./answer-editor.tsx')).AnswerEditor);

/** An answer, or its editor. Only this reads what is being edited, so that other answers stay as they are. */
export function WhileNotEdited({ message, children }: { message: StoredMessage; children: ReactNode }) {
  return useIsEdited(message.id) ? <AnswerEditor message={message} /> : children;
}
