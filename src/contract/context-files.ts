import { z } from 'zod/mini';
import { FOLDER_FILE_KINDS } from '#core/context-file.ts';

/** Asks for the context files of a folder. The host returns only files of these kinds. */
export const FindContextFiles = z.object({
  kind: z.enum(FOLDER_FILE_KINDS),
  /**
   * Paths that are worked on, as a tool would receive them. Empty: what applies in the attached folders from the start.
   */
  paths: z.array(z.string().check(z.maxLength(4096))).check(z.maxLength(20)),
  /** Ids of files that must not be returned again. */
  known: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(5_000)),
});
export type FindContextFiles = z.infer<typeof FindContextFiles>;

/** Ordered from the folder's root to the requested path, so that the most specific file comes last. */
export const FoundContextFiles = z.object({
  files: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(FOLDER_FILE_KINDS),
      path: z.string(),
      text: z.string(),
      /** Bytes after `text` that were not read. */
      unread: z.int(),
      /** This is the requested file itself. */
      itself: z.boolean(),
      /** Its folder is the user's own. */
      own: z.boolean(),
    }),
  ),
});
export type FoundContextFiles = z.infer<typeof FoundContextFiles>;

/** What the attached folders contain near their roots. */
export const FolderOutlines = z.object({
  folders: z.array(
    z.object({
      path: z.string(),
      /** Folders end with `/`. */
      entries: z.array(z.string()),
      /** There are more entries than listed. */
      more: z.boolean(),
    }),
  ),
});
export type FolderOutlines = z.infer<typeof FolderOutlines>;
