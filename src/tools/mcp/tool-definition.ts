import { z } from 'zod/mini';
import type { ToolHints } from '#core/agent/tools/tool-facts.ts';

/** A tool as its server describes it. */
export interface ToolDefinition {
  name: string;
  title: string | null;
  description: string;
  /** JSON Schema of an object. */
  inputSchema: Record<string, unknown>;
  hints: ToolHints;
}

/** A definition that cannot be offered. The server's other tools still can. */
export interface UnusableTool {
  name: string;
  issue: string;
}

const Hint = z.catch(z.optional(z.boolean()), undefined);
const Wire = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(256)),
  title: z.catch(z.optional(z.string()), undefined),
  description: z.catch(z.optional(z.string()), undefined),
  inputSchema: z.record(z.string(), z.unknown()),
  annotations: z.catch(
    z.optional(
      z.object({
        title: z.catch(z.optional(z.string()), undefined),
        readOnlyHint: Hint,
        destructiveHint: Hint,
        openWorldHint: Hint,
      }),
    ),
    undefined,
  ),
});

/** One page of `tools/list`. A malformed tool must not hide the others. */
export const ToolPage = z.object({ tools: z.array(z.unknown()), nextCursor: z.optional(z.string()) });

/** Separates tools that cannot be offered: malformed ones, and those with a duplicate name. */
export function readTools(raw: readonly unknown[]): { tools: ToolDefinition[]; unusable: UnusableTool[] } {
  const tools = new Map<string, ToolDefinition>();
  const unusable: UnusableTool[] = [];
  for (const one of raw) {
    const parsed = Wire.safeParse(one);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      unusable.push({
        name: nameOf(one),
        issue: issue ? `${issue.path.join('.')}: ${issue.message}` : 'not well-formed',
      });
      continue;
    }
    const { name, title, description, inputSchema, annotations } = parsed.data;
    if (tools.has(name)) {
      unusable.push({ name, issue: 'listed twice' });
      continue;
    }
    const { title: annotated, ...hints } = annotations ?? {};
    tools.set(name, {
      name,
      title: title ?? annotated ?? null,
      description: description ?? '',
      inputSchema,
      hints: withoutUndefined(hints),
    });
  }
  return { tools: [...tools.values()], unusable };
}

function withoutUndefined({
  readOnlyHint,
  destructiveHint,
  openWorldHint,
}: {
  readOnlyHint?: boolean | undefined;
  destructiveHint?: boolean | undefined;
  openWorldHint?: boolean | undefined;
}): ToolHints {
  return {
    ...(readOnlyHint !== undefined && { readOnlyHint }),
    ...(destructiveHint !== undefined && { destructiveHint }),
    ...(openWorldHint !== undefined && { openWorldHint }),
  };
}

function nameOf(value: unknown): string {
  const named = z.object({ name: z.string() }).safeParse(value);
  return named.success ? named.data.name : '?';
}
