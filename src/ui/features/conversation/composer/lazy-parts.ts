import { lazyPart } from '#ui/kit/lazy-part.ts';

/** Parts of the message box that typing and sending don't need. */
export const AttachFolder = lazyPart(
  async () => (await import('#ui/features/conversation/agent/attach-folder.tsx')).AttachFolder,
);
export const AttachmentChips = lazyPart(async () => (await import('./attachment-chips.tsx')).AttachmentChips);
export const ComposerNotices = lazyPart(async () => (await import('./composer-notices.tsx')).ComposerNotices);
export const ComposerTools = lazyPart(async () => (await import('./composer-tools.tsx')).ComposerTools);
export const MentionChips = lazyPart(async () => (await import('./mention-chips.tsx')).MentionChips);
export const MentionList = lazyPart(async () => (await import('./mentions/mention-list.tsx')).MentionList);
export const MessageOptionList = lazyPart(
  async () => (await import('#ui/features/conversation/message-options/message-option-list.tsx')).MessageOptionList,
);
export const PromptForm = lazyPart(async () => (await import('#ui/shared/library/prompt-form.tsx')).PromptForm);
export const SlashList = lazyPart(async () => (await import('./slash/slash-list.tsx')).SlashList);
