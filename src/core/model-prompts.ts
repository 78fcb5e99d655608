import type { HistoryMessage } from './message.ts';

/** What Baton itself writes to a model, in one language. */
export interface ModelPrompts {
  /**
   * The Unicode script that users of this language write in, and how many Latin letters carry about as much as one of
   * its letters. `null`: the script does not identify the language.
   */
  script: { name: string; latinLetters: number } | null;
  /** Asks for a summary from which another model can continue. */
  handoff: string;
  /** Explains to the next model what it is reading. */
  handoffLead: string;
  /** Asks for the title of a conversation; the start of it follows. */
  title: string;
  /** Follows the English request for notes on the conversation; '' if there is nothing to add. */
  compactionNote: string;
}

/** How many of the newest messages are checked. */
const CHECKED_MESSAGES = 12;

/** The prompts in the language that the user writes; `undefined` if none of the scripts prevails. */
export function choosePrompts(
  history: readonly HistoryMessage[],
  languages: Iterable<ModelPrompts>,
): ModelPrompts | undefined {
  const text = history
    .filter(({ role }) => role === 'user')
    .slice(-CHECKED_MESSAGES)
    .flatMap(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text.slice(0, 4_000) : '')))
    .join('\n');
  const count = (script: string): number => text.match(new RegExp(`\\p{Script=${script}}`, 'gu'))?.length ?? 0;
  const latin = count('Latin');
  for (const prompts of languages) {
    if (!prompts.script) continue;
    const own = count(prompts.script.name);
    if (own > 0 && own * prompts.script.latinLetters >= latin) return prompts;
  }
  return undefined;
}
