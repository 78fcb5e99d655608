import type { Draft, RuleContext } from '../../draft/draft.ts';
import { forEachAnswer } from '../../draft/draft.ts';
import type { VendorBlockPart } from '../../message.ts';
import { isWellFormedJson } from '../../text.ts';
import { OMIT_BLOCK, readData } from '../base/overlays.ts';

interface Block {
  id: unknown;
  /** Id of the server tool call that this block answers. */
  answers: unknown;
}

/**
 * A vendor's own blocks go back to the exact origin that made them, where they are part of the conversation, and
 * nowhere else. The call of a server tool and its result are sent together or not at all (A13).
 */
export function keepVendorBlocks(draft: Draft, context: RuleContext): void {
  const refused = refusedBlocks(context);
  forEachAnswer(draft, (item) => {
    if (!item.parts.some(({ part }) => part.type === 'vendor_block')) return;
    const sendable = item.sameOrigin && context.dialect.vendorBlocks;
    const blocks = item.parts.map(({ part }) =>
      sendable && part.type === 'vendor_block' && !refused.has(part.kind) ? readBlock(part) : null,
    );
    const isWhole = ({ kind }: VendorBlockPart, { id, answers }: Block, index: number) =>
      answers === undefined
        ? !CALLS.has(kind) || blocks.slice(index + 1).some((later) => later?.answers === id)
        : blocks.slice(0, index).some((earlier) => earlier?.id === answers);
    item.parts = item.parts.filter(({ part, at }, index) => {
      if (part.type !== 'vendor_block') return true;
      const block = blocks[index];
      if (block && isWhole(part, block, index)) return true;
      context.note(sendable && refused.has(part.kind) ? 'omit-block' : 'drop-vendor-block', at, part.kind);
      return false;
    });
  });
}

/** Kinds of blocks that this vendor has refused. */
export function refusedBlocks({ overlays }: Pick<RuleContext, 'overlays'>): ReadonlySet<unknown> {
  return new Set(overlays.filter(({ kind }) => kind === OMIT_BLOCK).map(({ data }) => readData(data, 'block')));
}

/** Blocks that vendors document and take back (A13, A38). */
export function isKnownBlock(kind: string): boolean {
  return CALLS.has(kind) || kind.endsWith('_tool_result') || kind === 'compaction';
}

const CALLS: ReadonlySet<string> = new Set(['server_tool_use', 'mcp_tool_use']);

/** `null` when the text is not the block that it claims to be. */
function readBlock({ data, kind }: VendorBlockPart): Block | null {
  try {
    const block: unknown = isWellFormedJson(data) ? JSON.parse(data) : null;
    if (typeof block !== 'object' || block === null || Array.isArray(block)) return null;
    const { type, id, tool_use_id: answers } = block as Record<string, unknown>;
    return type === kind ? { id, answers } : null;
  } catch {
    return null;
  }
}
