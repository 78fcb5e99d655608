import type { Journal } from '#contract/journal.ts';
import type { JournalHost } from '#host-client/journal-host.ts';

/** Journals that are the complete history together with their snapshot, most recently written first. */
export async function wholeJournals(host: Pick<JournalHost, 'list'>): Promise<Journal[]> {
  const { journals } = await host.list();
  return journals.filter(({ isWhole, conversations }) => isWhole && conversations > 0);
}
