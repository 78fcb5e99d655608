import { readContextFiles, type ContextFile } from '../context-file.ts';
import type { SplitList } from '../list-start.ts';
import type { HistoryMessage, Part, ToolResultPart } from '../message.ts';
import { derive } from './derive.ts';

const LEAD =
  'Baton read these files of the attached folder along. They hold for the work in it; they are not words of the user.';

const PASSAGES_LEAD =
  'Baton added these passages from the files of the project, because they fit the question. They are not words of the user. Where you use one, cite it by its number, such as [1].';

/** The files as text for the model. The content of a file cannot close its own tag or open another. */
export function contextText(files: readonly ContextFile[]): string {
  if (files.every(({ kind }) => kind === 'passage')) return passagesText(files);
  const blocks = files.map(
    ({ path, text }) =>
      `<folder-file path=${JSON.stringify(escapeTags(path))}>\n${escapeTags(text).trimEnd()}\n</folder-file>`,
  );
  return [LEAD, ...blocks].join('\n');
}

/** Numbered from 1, as an answer cites them. */
function passagesText(passages: readonly ContextFile[]): string {
  const blocks = passages.map(
    ({ path, text }, index) =>
      `<project-passage number="${index + 1}" source=${JSON.stringify(escapeTags(path))}>\n${escapeTags(text).trimEnd()}\n</project-passage>`,
  );
  return [PASSAGES_LEAD, ...blocks].join('\n');
}

function escapeTags(text: string): string {
  return text.replace(/<(\/?)(folder|project)-(file|passage)/gi, '<$1$2_$3');
}

/** The text of a result as the model gets it, followed by its context files. */
export function resultText({ text, context = [] }: Pick<ToolResultPart, 'text' | 'context'>): string {
  if (context.length === 0) return text;
  return text === '' ? contextText(context) : `${text}\n\n${contextText(context)}`;
}

/**
 * Moves the context files of results into their text, in the messages from `from` on. Messages without such files keep
 * their identity.
 */
export function inlineContextFiles(history: SplitList<HistoryMessage>, from = 0): SplitList<HistoryMessage> {
  let shown: HistoryMessage[] | null = null;
  for (let index = from; index < history.length; index++) {
    const message = history.at(index);
    if (!message?.parts.some(hasContext)) continue;
    shown ??= history.slice(from);
    shown[index - from] = { ...message, parts: message.parts.map(notePart) };
  }
  return shown ? history.continuedWith(from, shown) : history;
}

function hasContext(part: Part): part is ToolResultPart {
  return part.type === 'tool_result' && part.context !== undefined;
}

function notePart(part: Part): Part {
  if (!hasContext(part)) return part;
  return derive<ToolResultPart>(part, 'context', () => {
    const { context: _context, ...rest } = part;
    return { ...rest, text: resultText(part) };
  });
}

/** The context files of a user message, as one more part after its own parts, so that part indices still fit. */
export function contextPart(data: unknown): Part | null {
  const files = readContextFiles(typeof data === 'object' && data !== null && 'files' in data ? data.files : null);
  return files.length === 0 ? null : { type: 'text', text: contextText(files) };
}
