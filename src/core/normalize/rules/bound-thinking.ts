import { isOwnService } from '../../endpoint.ts';
import type { ThinkingLevel } from '../../model.ts';
import type { ToolResultPart } from '../../message.ts';
import type { AssistantItem, Draft, Item, SourceIndex, RuleContext } from '../../draft/draft.ts';
import { toolCallsOf, isThinking } from '../../draft/draft.ts';
import type { Target } from '../../request.ts';
import { headDigest, nextDigest } from '../base/prefix-digest.ts';
import { stripThinking } from './strip-thinking.ts';
import type { WireTool } from './tools.ts';

export interface BindingDecision {
  /** Asks the vendor to leave out thinking that is bound to another prefix. */
  dropMismatched: boolean;
  /** Input index of the last message whose thinking was stripped. `null` when none was. */
  strippedThrough: number | null;
}

export interface Binding {
  decision: BindingDecision;
  /** Digest of everything before each item; `null` for models that don't bind their thinking. */
  digests: ReadonlyMap<Item, string> | null;
  /** Digest of everything. Works it out, which takes a while where the newest message is long. */
  last: (() => string) | null;
}

/**
 * For models that bind signatures to everything before them (A24). On Anthropic's own endpoint every request opts into
 * `drop_block`, from the first one on so that the choice never changes, and the server leaves out thinking that no
 * longer fits. Where that is unavailable (another endpoint, or thinking off), blocks whose prefix is known to have
 * changed are stripped here, together with all blocks before them, before the vendor refuses them. `digest`: of
 * everything before the first item that is not done.
 */
export function checkPrefixBinding(
  draft: Draft,
  context: RuleContext,
  request: RequestHead & { thinking: ThinkingLevel },
  digest: string | null,
): Binding {
  const { model, learned } = context.target;
  if (model.thinking.kind !== 'anthropic' || model.thinking.binding === 'none')
    return { decision: { dropMismatched: false, strippedThrough: null }, digests: null, last: null };
  const refused = learned?.omit.some((field) => field === 'thinking' || field === 'thinking.block_binding') ?? false;
  const dropMismatched = request.thinking !== 'off' && !refused && isOwnService(context.target);
  const digests = new Map<Item, string>();
  const { stale, last: end } = findStale(draft, request, digest, digests);
  if (dropMismatched) {
    for (const { at } of stale) context.notes.add('thinking-bound-elsewhere', at);
    return { decision: { dropMismatched, strippedThrough: null }, digests, last: end };
  }
  const all = request.thinking === 'off';
  const last = all ? draft.items.length - 1 : (stale.at(-1)?.item ?? -1);
  const strippedThrough = stripThinking(draft, last + 1, (at) => context.notes.add('strip-bound-thinking', at));
  return { decision: { dropMismatched, strippedThrough }, digests, last: end };
}

interface RequestHead {
  system: string | undefined;
  tools: readonly WireTool[];
  serverTools: Target['serverTools'];
  /** The window leaves messages out. */
  cut: boolean;
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
  { system, tools, serverTools, cut }: RequestHead,
  before: string | null,
  digests: Map<Item, string>,
): { stale: Stale[]; last: () => string } {
  const stale: Stale[] = [];
  let digest =
    before ??
    headDigest({
      tools: [...tools],
      ...(system !== undefined && { system }),
      ...(serverTools && { serverTools }),
    });
  for (let index = draft.done; index < draft.items.length; index++) {
    const item = draft.items[index];
    if (!item) continue;
    digests.set(item, digest);
    if (item.role === 'assistant')
      for (const { part, at } of item.parts) {
        if (!isThinking(part)) continue;
        const recordedDigest = part.prefixDigest;
        if (recordedDigest === undefined ? cut : recordedDigest !== digest) stale.push({ item: index, at });
      }
    const through = digestThrough(item);
    const current = digest;
    if (index === draft.items.length - 1) return { stale, last: () => through(current) };
    digest = through(current);
  }
  const end = digest;
  return { stale, last: () => end };
}

/** From the digest before an item as it is now to the one after it. */
function digestThrough(item: Item): (before: string) => string {
  const parts = item.parts.map(({ part }) => part);
  const results = item.role === 'assistant' ? resultsOf(item) : [];
  return (before) => {
    const digest = nextDigest(before, { role: item.role, parts });
    return results.length > 0 ? nextDigest(digest, { role: 'tool', parts: results }) : digest;
  };
}

function resultsOf(item: AssistantItem): ToolResultPart[] {
  return toolCallsOf(item).flatMap(({ result }) => (result ? [result.part] : []));
}
