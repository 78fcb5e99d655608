import { z } from 'zod/mini';
import { SessionTargetSchema, type Covers } from './row-schemas.ts';
import type { FolderRow, ProjectFileRow, ProjectSettings } from './rows.ts';

/* Folders, and what makes them projects. */

const ProjectFields = z.object({
  instructions: z.string(),
  target: z.nullable(SessionTargetSchema),
  assistant: z.exactOptional(z.string().check(z.minLength(1))),
  files: z.enum(['passages', 'tool']),
});
const ProjectSettingsSchema: Covers<ProjectSettings, typeof ProjectFields> = ProjectFields;

export const ProjectFileRowSchema: z.ZodMiniType<ProjectFileRow> = z.object({
  id: z.string().check(z.minLength(1)),
  folder: z.string().check(z.minLength(1)),
  name: z.string(),
  mime: z.string(),
  blob: z.string().check(z.minLength(1)),
  bytes: z.number().check(z.nonnegative()),
  createdAt: z.number(),
});

const FolderFields = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string(),
  parent: z.nullable(z.string().check(z.minLength(1))),
  createdAt: z.number(),
  order: z.exactOptional(z.number()),
  deletedAt: z.exactOptional(z.number()),
  project: z.exactOptional(ProjectSettingsSchema),
});
export const FolderRowSchema: Covers<FolderRow, typeof FolderFields> = FolderFields;
