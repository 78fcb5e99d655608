import { use, useMemo, type ReactNode } from 'react';
import { usePreviews } from '#ui/data/preferences.ts';
import { ShowPanelsContext } from '#ui/features/conversation/scene/conversation-context.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import type { PreviewSubject } from './preview-subject.ts';
import { type CodePreviews, CodePreviewsContext } from '#ui/shared/markdown/code-previews-context.ts';

const PreviewPanel = lazyPart(async () => (await import('./preview-panel.tsx')).PreviewPanel);

const Drawing = lazyPart(
  async () => (await import('./inline-drawing.tsx')).InlineDrawing,
  ({ code }) => code,
);

/** Who asked, and in which message. */
const placeOf = (opener: HTMLElement) => ({
  opener,
  messageId: opener.closest<HTMLElement>('[data-message]')?.dataset['message'] ?? null,
  at: performance.now(),
});

const besideFor = (subject: PreviewSubject) => ({ beside: <PreviewPanel key={subject.at} subject={subject} /> });

/** Lets code and files of this conversation be opened beside it, unless previews are switched off. */
export function CodePreviewsProvider({ children }: { children: ReactNode }) {
  const [on] = usePreviews();
  const show = use(ShowPanelsContext);
  const previews = useMemo<CodePreviews | null>(
    () =>
      on && show
        ? {
            Drawing,
            open: (code, opener) => show(besideFor({ ...code, source: 'code', ...placeOf(opener) })),
            openFile: (file, kind, opener) => show(besideFor({ source: 'file', file, kind, ...placeOf(opener) })),
          }
        : null,
    [on, show],
  );
  return <CodePreviewsContext value={previews}>{children}</CodePreviewsContext>;
}
