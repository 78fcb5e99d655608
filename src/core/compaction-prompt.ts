/**
 * Asks for a summary that replaces the conversation so far. Its headings let code parse it and merge it with an earlier
 * summary. `note` is added at the end. `earlier`: notes on the messages before those shown.
 */
export function compactionPrompt(note: string, earlier = ''): string {
  const before = earlier === '' ? '' : `These notes on what came before are kept:\n\n${earlier}\n\n`;
  return `${before}${PROMPT}${note === '' ? '' : `\n\n${note}`}`;
}

const PROMPT = `The conversation is about to outgrow the room there is for it. Write notes that will stand in the place of the messages above, for yourself or another model that goes on from here. Do not answer anything else, and do not use tools.

Use exactly these headings, each on a line of its own, and leave out those with nothing to say. Under each, short lines that begin with "- ".

## Goal
What is to be achieved.
## Constraints
Every rule, limit and wish that was stated, copied word for word. Invent none.
## Decisions
What was agreed or ruled out, with the reason.
## Files
Paths, commands, addresses and identifiers that matter, exactly as they stand, and what is in each.
## Facts
Results and figures that are still needed.
## Open items
What is unfinished, and the very next step.

Where the conversation begins with earlier notes, do not repeat them: they are kept. Write down only what has come since. At most 500 words.`;
