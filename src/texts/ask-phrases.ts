import { type AskPhrases, requestsToUser } from '#core/reliability/asks-the-user.ts';
import { byFolder } from './base/by-folder.ts';

const PHRASES = byFolder(import.meta.glob<AskPhrases>('./*/ask-phrases.ts', { eager: true, import: 'askPhrases' }));

/** Whether a model's answer ends by asking the user something, whatever the page's language. */
export const asksTheUser = requestsToUser([...PHRASES.values()]);
