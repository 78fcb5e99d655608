import type { PageTexts } from '#ui/kit/i18n/page-texts.ts';
import { ErrorBoundary } from '#ui/shell/frame/error-boundary.tsx';
import { Frame } from '#ui/shell/frame/frame.tsx';
import { Notices } from './lazy-parts.ts';
import { Providers } from './providers.tsx';

/** The page. Its services come from data/services.ts. */
export function App({ texts }: { texts: PageTexts }) {
  return (
    <Providers texts={texts}>
      <ErrorBoundary resetKey="app">
        <Frame />
        <Notices />
      </ErrorBoundary>
    </Providers>
  );
}
