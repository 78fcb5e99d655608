import { createContext, use } from 'react';

/** What the inspector shows: how an answer was asked for (null: the newest one), or the request that comes next. */
export type Subject =
  | { kind: 'sent'; sessionId: string; answerId: string | null; rule?: string }
  | { kind: 'next'; sessionId: string };

export interface ReportScene {
  inspect: (subject: Subject) => void;
  /** Closes the inspector and shows a message of the conversation. */
  show: (messageId: string) => void;
  /** The conversation says how it shows one. Answers how to take that back. */
  onShow: (show: (messageId: string) => void) => () => void;
  /** Changes of hands that a person has seen and decided on, by conversation, as long as the window is open. */
  decided: Map<string, string>;
}

export const InspectorContext = createContext<ReportScene | null>(null);

export function useReports(): ReportScene {
  const scene = use(InspectorContext);
  if (!scene) throw new Error('ReportContext is missing');
  return scene;
}
