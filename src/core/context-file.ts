/** Which of a folder's own words: its AGENTS.md, its README.md, a rule of its `.claude/rules` or `.cursor/rules`. */
export const CONTEXT_FILE_KINDS = ['agents', 'readme', 'rules'] as const;
export type ContextFileKind = (typeof CONTEXT_FILE_KINDS)[number];

/** A file of an attached folder that is told to the model along with what it holds for. */
export interface ContextFile {
  /** The same for the same file of the same folder, wherever it is told. */
  id: string;
  kind: ContextFileKind;
  /** As the tools of files know it. */
  path: string;
  /** What is told: the whole file, or its beginning and a line that says what is missing. */
  text: string;
}

/** As it was kept beside a message; whatever is not well-formed is left out. */
export function readContextFiles(value: unknown): ContextFile[] {
  return Array.isArray(value) ? value.filter(isContextFile) : [];
}

function isContextFile(value: unknown): value is ContextFile {
  if (typeof value !== 'object' || value === null) return false;
  const { id, kind, path, text }: Partial<Record<keyof ContextFile, unknown>> = value;
  return (
    typeof id === 'string' &&
    CONTEXT_FILE_KINDS.some((known) => known === kind) &&
    typeof path === 'string' &&
    typeof text === 'string'
  );
}
