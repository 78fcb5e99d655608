import { truncateOutput } from './truncate-output.ts';

/** What a conversation works with, as far as code knows it at one moment. */
export interface SessionFacts {
  session: string;
  model: string | null;
  /** What tools may do without a question; null where none are used. */
  mode: string | null;
  /** Attached folders, the one that relative paths begin in first. */
  folders: readonly { path: string; entries: readonly string[]; more: boolean }[];
}

/** Tokens that the structure of one folder may take, and with how few it says nothing. */
const MAX_OF_FOLDER = 600;
const MIN_OF_FOLDER = 60;

/**
 * In words for the model, one paragraph each, under headings like those of a summary. `tokens` are shared by what the
 * folders hold.
 */
export function renderSessionFacts({ session, model, mode, folders }: SessionFacts, tokens: number): string[] {
  const share = Math.min(MAX_OF_FOLDER, Math.floor(tokens / Math.max(1, folders.length)));
  const facts = [
    `- Session: ${session}`,
    ...(model === null ? [] : [`- Model: ${model}`]),
    ...(mode === null ? [] : [`- Agent mode: ${mode}`]),
    ...folders.map(({ path }, at) => `- ${at === 0 ? 'Working folder' : 'Attached folder'}: ${plain(path)}`),
  ];
  const structures = folders.flatMap(({ path, entries, more }) => {
    if (entries.length === 0 || share < MIN_OF_FOLDER) return [];
    const lines = [...entries.map(plain), ...(more ? ['… and more'] : [])].join('\n');
    const { text } = truncateOutput(lines, { maxTokens: share });
    return [`## Files in ${plain(path)}\n${text}`];
  });
  return [`## Session\n${facts.join('\n')}`, ...structures];
}

/** Names of files are anybody's: one stays on its line. */
function plain(name: string): string {
  return name.replace(/\p{Cc}/gu, ' ');
}
