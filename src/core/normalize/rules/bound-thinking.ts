import { isOwnService } from '../../endpoint.ts';
import type { ThinkingLevel } from '../../model.ts';
import type { ToolResultPart } from '../../message.ts';
import type { AssistantItem, Draft, SourceIndex, RuleContext } from '../../draft/draft.ts';
import { toolCallsOf, isThinking } from '../../draft/draft.ts';
import { headDigest, nextDigest } from '../base/prefix-digest.ts';
import { stripThinking } from './strip-thinking.ts';
import type { WireTool } from './tools.ts';

export interface BindingDecision {
  /** Asks the vendor to leave out thinking that is bound to another prefix. */
  dropMismatched: boolean;
  /** Input index of the last message whose thinking was stripped. `null` when none was. */
  strippedThrough: number | null;
}

/**
 * For models that bind signatures to everything before them (A24). On Anthropic's own endpoint every request opts into
 * `drop_block`, from the first one on so that the choice never changes, and the server leaves out thinking that no
 * longer fits. Where that is unavailable (another endpoint, or thinking off), blocks whose prefix is known to have
 * changed are stripped here, together with all blocks before them, before the vendor refuses them.
 */
export function checkPrefixBinding(
  draft: Draft,
  context: RuleContext,
  request: { system: string | undefined; tools: readonly WireTool[]; thinking: ThinkingLevel; cut: boolean },
): BindingDecision {
  const { model, learned } = context.target;
  if (model.thinking.kind !== 'anthropic' || model.thinking.binding === 'none')
    return { dropMismatched: false, strippedThrough: null };
  const refused = learned?.omit.some((field) => field === 'thinking' || field === 'thinking.block_binding') ?? false;
  const dropMismatched = request.thinking !== 'off' && !refused && isOwnService(context.target);
  const stale = findStale(draft, request);
  if (dropMismatched) {
    for (const { at } of stale) context.note('thinking-bound-elsewhere', at);
    return { dropMismatched, strippedThrough: null };
  }
  const all = request.thinking === 'off';
  const last = all ? draft.items.length - 1 : (stale.at(-1)?.item ?? -1);
  return {
    dropMismatched,
    strippedThrough: stripThinking(draft.items.slice(0, last + 1), (at) => context.note('strip-bound-thinking', at)),
  };
}

interface Stale {
  item: number;
  at: SourceIndex;
}

/**
 * Blocks whose prefix differs from the one they were made with. Blocks without a digest count when the history was cut.
 */
function findStale(
  draft: Draft,
  { system, tools, cut }: { system: string | undefined; tools: readonly WireTool[]; cut: boolean },
): Stale[] {
  const stale: Stale[] = [];
  let digest = headDigest({ tools: [...tools], ...(system !== undefined && { system }) });
  for (const [index, item] of draft.items.entries()) {
    if (item.role === 'assistant')
      for (const { part, at } of item.parts) {
        if (!isThinking(part)) continue;
        const recordedDigest = part.prefixDigest;
        if (recordedDigest === undefined ? cut : recordedDigest !== digest) stale.push({ item: index, at });
      }
    digest = nextDigest(digest, { role: item.role, parts: item.parts.map(({ part }) => part) });
    const results = item.role === 'assistant' ? resultsOf(item) : [];
    if (results.length > 0) digest = nextDigest(digest, { role: 'tool', parts: results });
  }
  return stale;
}

function resultsOf(item: AssistantItem): ToolResultPart[] {
  return toolCallsOf(item).flatMap(({ result }) => (result ? [result.part] : []));
}
