import { readdirSync } from 'node:fs';
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

interface SpellingDeps {
  platform: NodeJS.Platform;
  /** Where Chromium keeps them: `Dictionaries` in the folder of the session. */
  folder: string;
  clock: Clock;
  log: Log;
}

/**
 * macOS checks with its own dictionaries. Elsewhere Chromium's are downloaded when a language is first used, and the
 * session has no network (closeNetwork), so it is opened for the servers of those that are missing, until each is there or has
 * failed. Chromium begins with the languages of the last run before anything here listens, so it isn't asked what it has.
 */
export function createSpelling(session: Session, { platform, folder, clock, log }: SpellingDeps): Spelling {
  if (platform === 'darwin') return { state: () => null, use: async () => undefined };
  const loading = new Set<string>();
  const failed = new Set<string>();
  let wantedNow: readonly string[] = [];
  let timer: unknown = null;

  /** Files are called like `en-US-10-1.bdic`, and some languages get a region: `de-DE-3-0.bdic`. */
  function isThere(language: string): boolean {
    const form = new RegExp(`^${language}(-[A-Z]{2})?(-\\d+)+\\.bdic$`);
    try {
      return readdirSync(folder).some((name) => form.test(name));
    } catch {
      return false;
    }
  }

  function closed(): void {
    clock.clearTimeout(timer);
    closeNetwork(session).catch((error: unknown) => log.write('error', 'shell.network-not-closed', { error }));
  }

  function ended(language: string, how: 'ready' | 'failed'): void {
    // One that is there can fail, too: Chromium deletes a damaged file, and finds no network.
    if (how === 'failed' && wantedNow.includes(language)) {
      failed.add(language);
      log.write('warn', 'shell.dictionary-failed', { language });
    }
    if (loading.delete(language) && loading.size === 0) closed();
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
      const missing = languages.filter((one) => failed.has(one) || !isThere(one));
      wantedNow = languages;
      loading.clear();
      failed.clear();
      clock.clearTimeout(timer);
      for (const language of missing) loading.add(language);
      await closeNetwork(session, missing.length > 0 ? DICTIONARY_HOSTS : []);
      // It is a preference of Chromium's, which outlives this run: the same again changes nothing, so nothing is loaded.
      if (missing.length > 0) session.setSpellCheckerLanguages([]);
      session.setSpellCheckerLanguages(languages);
      session.setSpellCheckerEnabled(languages.length > 0);
      if (missing.length === 0) return;
      timer = clock.setTimeout(() => {
        for (const language of loading) ended(language, 'failed');
      }, PATIENCE_MS);
    },
  };
}
