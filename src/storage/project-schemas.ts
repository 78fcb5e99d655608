import { z } from 'zod';
import { SessionTargetSchema, type Covers } from './row-schemas.ts';
import type { FolderRow, ProjectFileRow, ProjectSettings } from './rows.ts';

/* Folders, and what makes them projects. */

const ProjectFields = z.object({
  instructions: z.string(),
  target: SessionTargetSchema.nullable(),
  assistant: z.string().min(1).exactOptional(),
  files: z.enum(['passages', 'tool']),
});
const ProjectSettingsSchema: Covers<ProjectSettings, typeof ProjectFields> = ProjectFields;

export const ProjectFileRowSchema: z.ZodType<ProjectFileRow> = z.object({
  id: z.string().min(1),
  folder: z.string().min(1),
  name: z.string(),
  mime: z.string(),
  blob: z.string().min(1),
  bytes: z.number().nonnegative(),
  createdAt: z.number(),
});

const FolderFields = z.object({
  id: z.string().min(1),
  name: z.string(),
  parent: z.string().min(1).nullable(),
  createdAt: z.number(),
  order: z.number().exactOptional(),
  deletedAt: z.number().exactOptional(),
  project: ProjectSettingsSchema.exactOptional(),
});
export const FolderRowSchema: Covers<FolderRow, typeof FolderFields> = FolderFields;
