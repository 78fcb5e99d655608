import { useState } from 'react';
import type { PageTexts } from '#ui/kit/i18n/page-texts.ts';
import { ErrorBoundary } from '#ui/shell/frame/error-boundary.tsx';
import { Frame } from '#ui/shell/frame/frame.tsx';
import { parseRoute } from '#ui/shared/navigation/route.ts';
import { useRoute } from '#ui/shared/navigation/use-route.ts';
import { Notices, QuickView } from './lazy-parts.ts';
import { Providers } from './providers.tsx';

/** The page. Its services come from data/services.ts. */
export function App({ texts }: { texts: PageTexts }) {
  return (
    <Providers texts={texts}>
      <ErrorBoundary resetKey="app">
        <Screen />
        <Notices />
      </ErrorBoundary>
    </Providers>
  );
}

/** A window of the desktop app that begins as the quick window stays it: the shell shows other addresses elsewhere. */
function Screen() {
  const isQuick = useRoute().name === 'quick';
  const [stays] = useState(() => 'baton' in window && parseRoute(window.location.hash).name === 'quick');
  return isQuick || stays ? <QuickView canHide={stays} /> : <Frame />;
}
