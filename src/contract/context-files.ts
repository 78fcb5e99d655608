import { z } from 'zod';
import { CONTEXT_FILE_KINDS } from '#core/context-file.ts';

/** Asks for a folder's own words: only files of these kinds are ever answered. */
export const FindContextFiles = z.object({
  kind: z.enum(CONTEXT_FILE_KINDS),
  /** What is worked on, as a tool would be given it. None: what holds in the attached folders from the start. */
  paths: z.array(z.string().max(4096)).max(20),
  /** Ids of files that are not wanted again. */
  known: z.array(z.string().max(64)).max(5_000),
});
export type FindContextFiles = z.infer<typeof FindContextFiles>;

/** From the folder's root to the place that was asked about, so that what holds more closely comes last. */
export const FoundContextFiles = z.object({
  files: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(CONTEXT_FILE_KINDS),
      path: z.string(),
      text: z.string(),
      /** Bytes behind `text` that were not read. */
      unread: z.int(),
      /** It is the very file that was asked about. */
      itself: z.boolean(),
    }),
  ),
});
export type FoundContextFiles = z.infer<typeof FoundContextFiles>;

/** What the attached folders hold near their roots. */
export const FolderOutlines = z.object({
  folders: z.array(
    z.object({
      path: z.string(),
      /** Folders end with `/`. */
      entries: z.array(z.string()),
      /** There is more than is listed. */
      more: z.boolean(),
    }),
  ),
});
export type FolderOutlines = z.infer<typeof FolderOutlines>;
