import type { ReactNode } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Why something failed that the user can try again. Read aloud when it appears. */
export function RetryNotice({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  const t = useT('common');
  const retry = (
    <Button small onClick={onRetry}>
      {t('retry')}
    </Button>
  );
  return (
    <Notice tone="danger" live actions={retry}>
      {children}
    </Notice>
  );
}
