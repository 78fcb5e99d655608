import { z } from 'zod/mini';
import { ConsentGiven, ConsentState } from './consents.ts';
import type { Endpoints } from './endpoint.ts';

export const CommandRule = z.object({ match: z.enum(['exact', 'prefix']), line: z.string() });

const CommandScope = z.object({
  folder: z.string(),
  sandbox: z.enum(['inside', 'outside', 'none']),
  network: z.boolean(),
  rules: z.array(CommandRule),
});

/** How far a call of Baton's own tools reaches. */
export const CallScope = z.object({
  own: z.boolean(),
  unasked: z.nullable(z.enum(['edits', 'command', 'sandbox'])),
  command: z.exactOptional(CommandScope),
});

/** When and where something was allowed, and whether it counts. */
const Given = { id: z.string(), at: z.number(), given: z.nullable(ConsentGiven), state: ConsentState };

/** A command line that runs without asking in one folder. `outside`: also where commands run in a sandbox, outside it. */
export const AllowedCommand = z.object({ ...Given, ...CommandRule.shape, folder: z.string(), outside: z.boolean() });
export type AllowedCommand = z.infer<typeof AllowedCommand>;

/** Whether the files of a folder are the user's own, or count as outside content. */
export const JudgedFolder = z.object({ ...Given, path: z.string(), own: z.boolean() });
export type JudgedFolder = z.infer<typeof JudgedFolder>;

export const Permissions = z.object({
  commands: z.array(AllowedCommand),
  folders: z.array(JudgedFolder),
});
export type Permissions = z.infer<typeof Permissions>;

/** What the user lets Baton's own file and command tools do without a question. */
export const permissionEndpoints = {
  permissions: { route: 'GET /api/mcp/permissions', answer: Permissions },
  removePermission: { route: 'DELETE /api/mcp/permissions/:permission' },
} satisfies Endpoints;
