import { useEffect, useState } from 'react';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import type { UnpinnedPackage } from './unpinned-package.ts';

interface UnpinnedWarningProps {
  of: UnpinnedPackage;
  busy?: boolean;
  /** Called with the arguments that fix the version. */
  onPin: (args: string[]) => void;
}

/** Warns that a later start may run newer code, and offers the version that was downloaded last. */
export function UnpinnedWarning({ of: { from, name, pin }, busy = false, onPin }: UnpinnedWarningProps) {
  const t = useT('mcp');
  const version = useDownloadedVersion(from, name);
  const shown = visibleText(name).text;
  return (
    <Notice
      tone="warning"
      {...(version !== null && {
        actions: (
          <Button small busy={busy} onClick={() => onPin(pin(version))}>
            {t('pin.to', { version })}
          </Button>
        ),
      })}
    >
      {version === null
        ? t('pin.unknown', { package: shown, example: from === 'npm' ? `${shown}@1.2.3` : `${shown}==1.2.3` })
        : t('pin.known', { package: shown })}
    </Notice>
  );
}

/** The version that a package runner has downloaded; `null` if it is not known. */
function useDownloadedVersion(from: UnpinnedPackage['from'], name: string): string | null {
  const { host } = useServices().mcp;
  const [known, setKnown] = useState<{ name: string; version: string | null } | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    host.imports.downloadedVersion({ from, name }, { signal: stop.signal }).then(
      ({ version }) => setKnown({ name, version }),
      // Without it, the warning says how to write a version.
      () => undefined,
    );
    return () => stop.abort();
  }, [host, from, name]);
  return known?.name === name ? known.version : null;
}
