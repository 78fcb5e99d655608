import { truncateOutput } from '../window/truncate-output.ts';

/** What code knows about a session's environment at one moment. */
export interface SessionFacts {
  session: string;
  model: string | null;
  /** What tools may do without asking. `null` when no tools are used. */
  mode: string | null;
  /** Attached folders. Relative paths start in the first one. */
  folders: readonly { path: string; entries: readonly string[]; more: boolean }[];
}

/** Maximum tokens for the structure of one folder, and the minimum at which it is useful. */
const MAX_OF_FOLDER = 600;
const MIN_OF_FOLDER = 60;

/**
 * Returns the facts as text for the model, one paragraph each, under headings like those of a summary. The folders'
 * contents share `tokens`.
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

/** File names are untrusted: a name must stay on its line. */
function plain(name: string): string {
  return name.replace(/\p{Cc}/gu, ' ');
}
