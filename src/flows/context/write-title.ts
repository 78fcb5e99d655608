import { textOf } from '#core/message-text.ts';
import type { HistoryMessage } from '#core/message.ts';
import { autoTitle } from '#markdown/auto-title.ts';
import { getMessage } from '#storage/message-repository.ts';
import { readPath } from '#storage/read-path.ts';
import { setAutoTitle } from '#storage/session-repository.ts';
import { getSession } from '#storage/read-sessions.ts';
import { promptsFor } from '#texts/model-prompts.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { summarize } from './summarize.ts';

/** Enough of each message to know what it is about. */
const EXCERPT = 1_500;
/** Messages of a first turn, with its calls and results. More than these is no first turn. */
const MAX_FIRST_TURN = 40;

/**
 * Where the user wants it, the model that gave a conversation its first answer names it. A title that the user typed
 * stays, and so does the first line of the question when the model can't be asked.
 */
export function createTitleWriter(deps: FlowDeps): void {
  const { db, onUnreadableRow } = deps;
  const asked = new Set<string>();

  /** Whether the conversation is the user's own, has its first answer and no title of the user. */
  async function wantsTitle(id: string): Promise<boolean> {
    const session = await getSession(db, id, onUnreadableRow);
    if (!session || session.titleBy !== 'auto' || session.task || session.deletedAt > 0) return false;
    const leaf = session.leafId === null ? null : await getMessage(db, session.leafId, onUnreadableRow);
    if (leaf?.role !== 'assistant' || leaf.status !== 'complete' || leaf.stop !== 'end' || leaf.error) return false;
    const { messages } = await readPath(db, id, leaf.id, MAX_FIRST_TURN, onUnreadableRow);
    return messages[0]?.parentId === null && messages.filter(({ role }) => role === 'user').length === 1;
  }

  async function write(id: string): Promise<void> {
    if (deps.titlesByModel?.() !== true || asked.has(id) || !(await wantsTitle(id))) return;
    asked.add(id);
    const written = await summarize(deps, id, new AbortController().signal, () => undefined, {
      prompt: titlePrompt,
      brief: true,
    });
    if (!written.ok || written.summary.cut) return;
    const title = autoTitle(written.summary.text.replaceAll(/^["'“‘「『*#\s]+|["'”’」』*.。\s]+$/gu, ''));
    if (title !== '') await setAutoTitle(db, id, title);
  }

  deps.reliability.subscribe((event) => {
    // Nothing waits for a title.
    if (event.type === 'session.idle' && event.answered)
      write(event.sessionId).catch((error: unknown) => deps.onError(error));
  });
}

function titlePrompt(history: readonly HistoryMessage[]): string {
  const said = (role: HistoryMessage['role']) =>
    history
      .filter((message) => message.role === role)
      .map((message) => textOf(message))
      .join('\n')
      .trim()
      .slice(0, EXCERPT)
      .toWellFormed();
  return `${promptsFor(history).title}\n\n<question>\n${said('user')}\n</question>\n\n<answer>\n${said('assistant')}\n</answer>`;
}
