import { z } from 'zod/mini';

/** Commands that the user always allows in one folder (core/agent/approval/command-rule.ts). */
export const CommandRule = z.object({ match: z.enum(['exact', 'prefix']), line: z.string() });
