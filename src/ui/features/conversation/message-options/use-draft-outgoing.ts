import { useMemo } from 'react';
import type { OutgoingMessage } from '#flows/base/outgoing-message.ts';
import type { DraftRow, SessionTarget } from '#storage/rows.ts';
import { useTargetModel } from '#ui/data/use-target-model.ts';
import { detectOptions } from './detect-options.ts';
import { useDetectedKeywords } from './use-message-options.ts';

/** A draft as it would be sent to a target now, with its options; `null` while nothing is written. */
export function useDraftOutgoing(
  sessionId: string,
  draft: DraftRow | null | undefined,
  target: SessionTarget | null,
): OutgoingMessage | null {
  const watch = useDetectedKeywords(sessionId);
  const support = useTargetModel(target)?.model.thinking;
  const level = target?.thinking;
  return useMemo(() => {
    // The box of a message that was just sent is an empty draft.
    if (!draft || (draft.text.trim() === '' && draft.attachments.length === 0)) return null;
    const { text, attachments, asks: stored = {} } = draft;
    const thinking = level && support ? { level, support } : null;
    return { text, attachments, asks: detectOptions({ text, thinking, watch }, stored).asks };
  }, [draft, watch, level, support]);
}
