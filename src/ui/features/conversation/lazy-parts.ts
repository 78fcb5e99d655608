import { lazyPart } from '#ui/kit/lazy-part.ts';

/** Parts of a conversation that its message box doesn't need. */
export const ConversationList = lazyPart(async () => (await import('./list/conversation-list.tsx')).ConversationList);
export const Comparison = lazyPart(async () => (await import('./compare/comparison.tsx')).Comparison);
export const ModelChoice = lazyPart(async () => (await import('./compare/model-choice.tsx')).ModelChoice);
export const SwitchPanel = lazyPart(async () => (await import('./switch/switch-panel.tsx')).SwitchPanel);
export const ComparedModels = lazyPart(async () => (await import('./compare/compared-models.tsx')).ComparedModels);
export const PendingComparison = lazyPart(
  async () => (await import('./compare/pending-comparison.tsx')).PendingComparison,
);
export const ContextSummary = lazyPart(async () => (await import('./context/context-summary.tsx')).ContextSummary);
export const ProjectMark = lazyPart(async () => (await import('./project-mark.tsx')).ProjectMark);
export const SystemDialog = lazyPart(async () => (await import('./system-dialog.tsx')).SystemDialog);
export const AssistantDialog = lazyPart(
  async () => (await import('#ui/shared/library/assistant-dialog.tsx')).AssistantDialog,
);

export const TemporaryEmpty = lazyPart(async () => (await import('./temporary-empty.tsx')).TemporaryEmpty);
export const BeginWith = lazyPart(async () => (await import('#ui/shared/library/begin-with.tsx')).BeginWith);
export const ChatMenu = lazyPart(async () => (await import('./chat-menu.tsx')).ChatMenu);
export const ContextNoticeLine = lazyPart(
  async () => (await import('./context/context-notice-line.tsx')).ContextNoticeLine,
);
export const HistoryProblem = lazyPart(async () => (await import('./history-problem.tsx')).HistoryProblem);
export const LiveAnnouncer = lazyPart(async () => (await import('./announce/live-announcer.tsx')).LiveAnnouncer);
export const HintLine = lazyPart(async () => (await import('./hints/hint-line.tsx')).HintLine);
export const LeftFiles = lazyPart(async () => (await import('./changes/left-files.tsx')).LeftFiles);
export const OutlineButton = lazyPart(async () => (await import('./outline/outline-button.tsx')).OutlineButton);
export const PracticeCommands = lazyPart(async () => (await import('./practice-commands.tsx')).PracticeCommands);
export const ThreadEnd = lazyPart(async () => (await import('./thread-end.tsx')).ThreadEnd);
export const RunFoot = lazyPart(async () => (await import('./agent/run-foot.tsx')).RunFoot);

const LATEST_MS = 2_000;

/**
 * Loads the list of messages when the page is idle, so that the first answer doesn't wait for it. If that fails, the
 * first message loads it.
 */
export function preloadList(): () => void {
  const handle = requestIdleCallback(() => void ConversationList.load().catch(() => undefined), {
    timeout: LATEST_MS,
  });
  return () => cancelIdleCallback(handle);
}
