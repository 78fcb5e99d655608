import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';
import { McpSessionId } from './mcp-calls.ts';
import { AttachedFolders } from './mcp.ts';

const Path = z.string().check(z.minLength(1), z.maxLength(4096));
const Line = z.int().check(z.minimum(1));

/** A place below an attached folder. `path` is relative to it, with `/`. */
export const FolderPlace = z.object({ folder: Path, path: Path });
export type FolderPlace = z.infer<typeof FolderPlace>;

const ListFiles = z.object({
  folder: Path,
  /** The version that the page already has. */
  known: z.optional(z.string().check(z.maxLength(64))),
});

export const FileList = z.object({
  version: z.string(),
  /** One path on each line; those of folders end in `/`. `null` if the page has this version. */
  paths: z.nullable(z.string()),
  /** The folder has more than this list. */
  more: z.boolean(),
});
export type FileList = z.infer<typeof FileList>;

/** `text` is `false` for a file that has no lines. `own`: the user says that it is theirs, so it is no outside content. */
export const FileFacts = z.object({
  state: z.enum(['file', 'folder', 'missing']),
  bytes: z.number(),
  text: z.boolean(),
  own: z.boolean(),
});
export type FileFacts = z.infer<typeof FileFacts>;

/** Lines are counted from 1, and both ends are included. */
const ReadFile = z.object({ folder: Path, path: Path, from: z.optional(Line), to: z.optional(Line) });

const BrowseFolders = z.object({
  /** `null` for the user's home. A path that begins with `~` is below it. */
  path: z.nullable(Path),
  /** Also lists folders whose names begin with a dot. */
  hidden: z._default(z.boolean(), false),
});

/** The folders in a folder. Holds names and nothing else. */
export const BrowsedFolder = z.object({
  path: z.string(),
  home: z.nullable(z.string()),
  /** The way from the root to this folder. */
  above: z.array(z.object({ name: z.string(), path: z.string() })),
  folders: z.array(z.object({ name: z.string(), path: z.string() })),
  more: z.boolean(),
  /** The user may not look into it. */
  closed: z.boolean(),
});
export type BrowsedFolder = z.infer<typeof BrowsedFolder>;

/** What came of the system's own dialog. */
export const PickedFolder = z.object({
  /** `false` in browser mode, which has none: the page lists folders itself. */
  native: z.boolean(),
  /** `null` when the user canceled. */
  path: z.nullable(z.string()),
  /** All folders of the session; `null` if the chosen one was not attached. */
  folders: z.nullable(AttachedFolders.shape.folders),
});
export type PickedFolder = z.infer<typeof PickedFolder>;

const SessionParam = { session: McpSessionId };

/** What the user points at: files of attached folders, and folders to attach. */
export const folderFileEndpoints = {
  /** Everything below an attached folder, as its tools would list it. */
  listFiles: {
    route: 'POST /api/mcp/sessions/:session/files',
    params: SessionParam,
    body: ListFiles,
    answer: FileList,
  },
  fileFacts: {
    route: 'POST /api/mcp/sessions/:session/files/facts',
    params: SessionParam,
    body: FolderPlace,
    answer: FileFacts,
  },
  /** The bytes of a file or of its lines, or the listing of a folder. */
  readFile: {
    route: 'POST /api/mcp/sessions/:session/files/read',
    params: SessionParam,
    body: ReadFile,
    answer: 'blob',
  },
  /** Tools resolve relative paths in the main folder. */
  setMainFolder: {
    route: 'POST /api/mcp/sessions/:session/folders/main',
    params: SessionParam,
    body: z.object({ folder: Path }),
    answer: AttachedFolders,
    by: 'gesture',
  },
  /**
   * Lets the user choose a folder in the system's own dialog, and attaches it. A folder that is too wide isn't attached:
   * the page asks about it.
   */
  pickFolder: {
    route: 'POST /api/mcp/sessions/:session/folders/pick',
    params: SessionParam,
    answer: PickedFolder,
    by: 'gesture',
  },
  browseFolders: { route: 'POST /api/folders/browse', body: BrowseFolders, answer: BrowsedFolder, by: 'window' },
} satisfies Endpoints;
