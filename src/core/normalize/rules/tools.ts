import type { RuleContext, SourceIndex } from '../../draft/draft.ts';
import type { ToolSpec } from '../../request.ts';
import { wellFormed, wellFormedJson } from '../../text.ts';
import { ownToolCount } from '../base/own-tool-count.ts';
import { adaptSchema } from '../schema/adapt-schema.ts';
import type { ToolNames } from './tool-names.ts';

export interface WireTool {
  name: string;
  description?: string;
  inputSchema: Record<string, unknown>;
}

/**
 * The tool list as the endpoint accepts it. A tool that cannot be expressed is left out with a note: one bad MCP tool
 * must not break the conversation (A16).
 */
export function offerTools(specs: readonly ToolSpec[], context: RuleContext, names: ToolNames): WireTool[] {
  const tools: WireTool[] = [];
  const seen = new Set<string>();
  const most = maxFunctions(context);
  if (!context.target.model.tools) {
    for (const { name } of specs) context.notes.add('quarantine-tool', undefined, `${name}: this model takes no tools`);
    return [];
  }
  for (const spec of specs) {
    const schema = adaptSchema(spec.inputSchema, context.dialect.schema);
    const refusal = seen.has(spec.name)
      ? 'a tool of this name is offered already'
      : tools.length >= most
        ? `more than ${context.dialect.maxTools} tools`
        : 'problem' in schema
          ? schema.problem
          : null;
    if (refusal !== null || 'problem' in schema) {
      context.notes.add('quarantine-tool', undefined, `${spec.name}: ${refusal}`);
      continue;
    }
    seen.add(spec.name);
    const name = names.wireName(spec.name);
    if (name !== spec.name) context.notes.add('rename-tool', undefined, `${spec.name} -> ${name}`);
    for (const change of schema.changes) context.notes.add('adapt-schema', undefined, `${spec.name}: ${change}`);
    const description = spec.description === undefined ? '' : wellFormed(spec.description);
    if (description !== (spec.description ?? ''))
      context.notes.add('replace-lone-surrogates', undefined, `description of ${spec.name}`);
    const inputSchema = wellFormedJson(schema.schema) as Record<string, unknown>;
    if (inputSchema !== schema.schema)
      context.notes.add('replace-lone-surrogates', undefined, `schema of ${spec.name}`);
    tools.push({ name, ...(description.trim() !== '' && { description }), inputSchema });
  }
  return tools;
}

/** The vendor's own tools stand in the same list. */
const maxFunctions = ({ target, dialect }: RuleContext): number => Math.max(0, dialect.maxTools - ownToolCount(target));

/**
 * Adds tools that only the history names, where the vendor requires them (Q2). When there are too many, the last
 * offered tools that the history does not name are left out. `calls`: where the history calls each first.
 */
export function offerHistoryTools(
  calls: ReadonlyMap<string, SourceIndex>,
  tools: WireTool[],
  context: RuleContext,
): void {
  const { offerHistoryTools: when } = context.dialect;
  const most = maxFunctions(context);
  if (when === 'never' || (when === 'when-none' && tools.length > 0)) return;
  const offered = new Set(tools.map((tool) => tool.name));
  for (const [call, at] of calls) {
    if (offered.has(call)) continue;
    if (tools.length >= most) {
      const last = tools.findLastIndex(({ name }) => !calls.has(name));
      if (last < 0) return;
      const [removed] = tools.splice(last, 1);
      context.notes.add(
        'quarantine-tool',
        undefined,
        `${removed?.name}: more than ${context.dialect.maxTools} tools with those of the history`,
      );
    }
    offered.add(call);
    context.notes.add('offer-history-tool', at, call);
    tools.push({
      name: call,
      description: 'No longer available. Do not call.',
      inputSchema: { type: 'object', properties: {} },
    });
  }
}
