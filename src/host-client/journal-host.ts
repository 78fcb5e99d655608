import { journalEndpoints } from '#contract/journal.ts';
import { type ApiClient, createApiClient, type HostCallDeps } from './api-client.ts';
import { HostProblemError } from './host-error.ts';

/** The journals at the host. */
export interface JournalHost extends Omit<ApiClient<typeof journalEndpoints>, 'blob'> {
  /** `null` if the journal does not have it. */
  blob(profile: string, hash: string): Promise<Blob | null>;
}

export function createJournalHost(deps: HostCallDeps): JournalHost {
  const calls = createApiClient(deps, journalEndpoints);
  return {
    ...calls,
    async blob(profile, hash) {
      try {
        return await calls.blob(profile, hash);
      } catch (error) {
        if (error instanceof HostProblemError && error.status === 404) return null;
        throw error;
      }
    },
    // Chromium clears nothing for a request without credentials
    // (content/browser/browsing_data/clear_site_data_handler.cc).
    clearSiteData: () => calls.clearSiteData({ credentials: 'same-origin' }),
  };
}
