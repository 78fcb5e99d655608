import { useCallback } from 'react';
import { HostProblemError, HostUnreachableError } from '#host-client/host-error.ts';
import { useReason } from '#ui/shared/errors/use-reason.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { errorMessage } from '#core/thrown.ts';

/**
 * Describes a problem between the page and its host in the user's language. What the host only passes on is quoted.
 */
export function useProblemMessage(): (error: unknown) => string {
  const t = useT('settings');
  const reasons = useT('reasons');
  const reason = useReason();
  return useCallback(
    (error) => {
      if (error instanceof HostUnreachableError) return t('problem.unreachable');
      const detail = errorMessage(error);
      // The first line is the host's, the others what a server wrote before it ended.
      const [first = '', ...written] = detail.split('\n');
      const known = reason(detail) ?? reason(first);
      if (known !== null)
        return written.length > 0 ? `${known} ${reasons('quote', { text: written.join(' ') })}` : known;
      if (!(error instanceof HostProblemError)) return reasons('quote', { text: detail });
      switch (error.code) {
        case 'secrets_locked':
        case 'secrets_unset':
        case 'secrets_unreadable':
        case 'wrong_passphrase':
        case 'upstream_unreachable':
        case 'upstream_redirect':
        case 'unknown_connection':
        case 'unauthorized':
        case 'folder_missing':
        case 'folder_too_wide':
        case 'folder_own':
        case 'disk_full':
        case 'approval_stale':
        case 'unknown_server':
        case 'internal':
          return t(`problem.${error.code}`);
        case 'server_failed':
          return reasons('ended', { detail });
        default:
          return reasons('other', { detail });
      }
    },
    [t, reasons, reason],
  );
}
