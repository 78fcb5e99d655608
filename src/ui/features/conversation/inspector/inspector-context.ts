import { createContext, use } from 'react';

/** What the inspector shows: the send of an answer (`null` for the newest one), or the next request. */
export type Subject =
  | { kind: 'sent'; sessionId: string; answerId: string | null; rule?: string }
  | { kind: 'next'; sessionId: string };

export interface ReportScene {
  inspect: (subject: Subject) => void;
  /** Closes the inspector and shows a message of the conversation. */
  show: (messageId: string) => void;
  /** Registers how the conversation shows a message. Returns a function that unregisters it. */
  onShow: (show: (messageId: string) => void) => () => void;
  /** Handoffs that the user has decided on, by conversation, kept while the window is open. */
  decided: Map<string, string>;
}

export const InspectorContext = createContext<ReportScene | null>(null);

export function useReports(): ReportScene {
  const scene = use(InspectorContext);
  if (!scene) throw new Error('ReportContext is missing');
  return scene;
}
