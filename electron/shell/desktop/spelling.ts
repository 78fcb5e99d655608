import type { Session } from 'electron';
import type { DesktopState } from '#contract/desktop.ts';
import type { Clock, Log } from '../../host/base/deps.ts';
import { closeNetwork } from '../guards.ts';

/** Where Chromium downloads its dictionaries: Electron's documentation, `setSpellCheckerDictionaryDownloadURL`. */
const DICTIONARY_HOSTS = ['https://redirector.gvt1.com', 'https://*.gvt1.com'];
/** A dictionary has about half a megabyte. */
const PATIENCE_MS = 120_000;

export interface Spelling {
  state(): DesktopState['dictionaries'];
  /** The user agreed to the download of what is missing. Unknown languages are left out. */
  use(languages: readonly string[]): Promise<void>;
}

/**
 * macOS checks with its own dictionaries. Elsewhere Chromium's are downloaded when a language is first used, and the
 * session has no network (closeNetwork), so it is opened for their servers until each is there or has failed.
 */
export function createSpelling(
  session: Session,
  { platform, clock, log }: { platform: NodeJS.Platform; clock: Clock; log: Log },
): Spelling {
  if (platform === 'darwin') return { state: () => null, use: async () => undefined };
  const loading = new Set<string>();
  const failed = new Set<string>();
  let timer: unknown = null;

  function closed(): void {
    clock.clearTimeout(timer);
    closeNetwork(session).catch((error: unknown) => log.write('error', 'shell.network-not-closed', { error }));
  }

  function ended(language: string, how: 'ready' | 'failed'): void {
    if (!loading.delete(language)) return;
    if (how === 'failed') {
      failed.add(language);
      log.write('warn', 'shell.dictionary-failed', { language });
    }
    if (loading.size === 0) closed();
  }

  session.on('spellcheck-dictionary-initialized', (_event, language) => ended(language, 'ready'));
  session.on('spellcheck-dictionary-download-failure', (_event, language) => ended(language, 'failed'));

  return {
    state: () => ({
      available: session.availableSpellCheckerLanguages.toSorted(),
      loading: [...loading],
      failed: [...failed],
    }),
    async use(wanted) {
      const languages = wanted.filter((one) => session.availableSpellCheckerLanguages.includes(one));
      loading.clear();
      failed.clear();
      session.setSpellCheckerEnabled(languages.length > 0);
      if (languages.length === 0) {
        session.setSpellCheckerLanguages([]);
        closed();
        return;
      }
      for (const language of languages) loading.add(language);
      await closeNetwork(session, DICTIONARY_HOSTS);
      clock.clearTimeout(timer);
      timer = clock.setTimeout(() => {
        for (const language of loading) ended(language, 'failed');
      }, PATIENCE_MS);
      session.setSpellCheckerLanguages(languages);
    },
  };
}
