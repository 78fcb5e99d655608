import { type StopPhrases, stopRequests } from '#core/reliability/asks-to-stop.ts';
import { byFolder } from './base/by-folder.ts';

const PHRASES = byFolder(import.meta.glob<StopPhrases>('./*/stop-phrases.ts', { eager: true, import: 'stopPhrases' }));

/** Whether a user message asks to end all work, whatever the page's language. */
export const asksToStop = stopRequests([...PHRASES.values()]);
