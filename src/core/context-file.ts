/** Kinds of files of an attached folder: AGENTS.md, README.md, or a rule in `.claude/rules` or `.cursor/rules`. */
export const FOLDER_FILE_KINDS = ['agents', 'readme', 'rules'] as const;
export type FolderFileKind = (typeof FOLDER_FILE_KINDS)[number];

/** The others are passages of files of the conversation's project. */
export const CONTEXT_FILE_KINDS = [...FOLDER_FILE_KINDS, 'passage'] as const;
type ContextFileKind = (typeof CONTEXT_FILE_KINDS)[number];

/** What is sent to the model together with the message or result that it applies to. */
export interface ContextFile {
  /** The same for the same file of the same folder, wherever it is sent. */
  id: string;
  kind: ContextFileKind;
  /** The path as the file tools spell it. */
  path: string;
  /** What is sent: the full file, or its start and a line that says what is missing. */
  text: string;
}

/** A context file on its way to a model. */
export interface SentContextFile extends ContextFile {
  /** Its folder is the user's own, so it is no outside content. */
  own?: true;
}

/** Reads context files stored beside a message. Malformed ones are left out. */
export function readContextFiles(value: unknown): ContextFile[] {
  return Array.isArray(value) ? value.filter(isContextFile) : [];
}

function isContextFile(value: unknown): value is ContextFile {
  if (typeof value !== 'object' || value === null) return false;
  const { id, kind, path, text }: Partial<Record<keyof ContextFile, unknown>> = value;
  return (
    typeof id === 'string' &&
    CONTEXT_FILE_KINDS.some((candidate) => candidate === kind) &&
    typeof path === 'string' &&
    typeof text === 'string'
  );
}
