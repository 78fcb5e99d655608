import { useMemo } from 'react';
import { parseQuery } from '#search/search-query.ts';
import { useMergedState } from '#ui/kit/use-merged-state.ts';

/** The part of the address inside a conversation. */
export interface ConversationAnchor {
  message: string;
  /** The words to search for; '' for none. */
  find: string;
}

/** A message to go to. A new object requests a new jump, even to the same message. */
export interface Goal {
  message: string;
  /** Leaves the focus where it is, because the user is typing in the search field. */
  quiet?: boolean;
  /** Leads the path through it. Called when the message is loaded, or isn't on the path. */
  lead?: () => void;
}

interface FindState {
  /** The words in the find bar; `null` while it is closed. */
  text: string | null;
  goal: Goal | null;
}

export interface Finding extends FindState {
  /** Case-folded words to mark in the rendered messages. */
  terms: readonly string[];
  find: (change: Partial<FindState>) => void;
}

const NO_TERMS: readonly string[] = [];

/** Where the reader is taken: by the find bar, the address and links, and at first to the message being edited. */
export function useFinding(anchor: ConversationAnchor | null, editing: string | null): Finding {
  const [{ text, goal, reached }, set] = useMergedState<FindState & { reached: ConversationAnchor | null }>({
    text: null,
    goal: anchor === null && editing !== null ? { message: editing, quiet: true } : null,
    reached: null,
  });
  if (anchor && anchor !== reached) set({ reached: anchor, ...(anchor.find !== '' && { text: anchor.find }) });
  const terms = useMemo(() => (text === null ? NO_TERMS : parseQuery(text).terms), [text]);
  return { text, goal, terms, find: set };
}
