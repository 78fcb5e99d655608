import { lazyPart } from '#ui/kit/lazy-part.ts';

/** Parts of the message box that typing and sending don't need. */
export const AttachmentChips = lazyPart(async () => (await import('./attachment-chips.tsx')).AttachmentChips);
export const ComposerTools = lazyPart(async () => (await import('./composer-tools.tsx')).ComposerTools);
export const PromptForm = lazyPart(async () => (await import('#ui/shared/library/prompt-form.tsx')).PromptForm);
