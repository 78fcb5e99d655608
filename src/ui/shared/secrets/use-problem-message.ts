import { useCallback } from 'react';
import { HostProblemError, HostUnreachableError } from '#host-client/host-error.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { errorMessage } from '#core/thrown.ts';

/** Describes a problem between the page and its host in the user's language, otherwise in the host's own words. */
export function useProblemMessage(): (error: unknown) => string {
  const t = useT('settings');
  return useCallback(
    (error) => {
      if (error instanceof HostUnreachableError) return t('problem.unreachable');
      if (!(error instanceof HostProblemError)) return errorMessage(error);
      switch (error.code) {
        case 'secrets_locked':
        case 'secrets_unset':
        case 'secrets_unreadable':
        case 'wrong_passphrase':
        case 'upstream_unreachable':
        case 'upstream_redirect':
        case 'unknown_connection':
        case 'unauthorized':
        case 'window_unknown':
        case 'gesture_missing':
        case 'folder_missing':
        case 'folder_too_wide':
        case 'folder_own':
        case 'disk_full':
          return t(`problem.${error.code}`);
        default:
          return error.message;
      }
    },
    [t],
  );
}
