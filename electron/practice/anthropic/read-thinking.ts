import { digest } from '../base/digest.ts';
import { isObject, type Json, text } from '../base/json.ts';
import { describeChange, type PrefixMark, PrefixReader } from './prefix.ts';
import { bindsPrefix, readsThinking } from './reads-thinking.ts';
import { type AnthropicSubject, isThinking, type PlacedBlock } from './subject.ts';
import { linkOf, openThinking, type ThinkingSeal } from './thinking-seal.ts';

/** Why the server hides a block from the model (SDK types: organization, then model, then prefix). */
export type DropReason = 'organization_binding_mismatch' | 'model_binding_mismatch' | 'prefix_binding_mismatch';

/** A decoded thinking block of the request. */
export interface ReadBlock {
  at: PlacedBlock;
  /** Null when this server has not signed it. */
  seal: ThinkingSeal | null;
  /** Whether its text differs from the signed one. */
  altered: boolean;
  drop: DropReason | null;
  /** A description of how the content before it has changed, or null. */
  change: string | null;
}

export interface ThinkingReading {
  blocks: ReadBlock[];
  /** The prefix of the new answer, and the last thinking block that the model sees before it. */
  prefix: PrefixReader;
  previous: string | null;
  /** How many thinking blocks the model sees before it. */
  seen: number;
}

export const dropsMismatches = (body: Json): boolean =>
  isObject(body.thinking) &&
  isObject(body.thinking.block_binding) &&
  body.thinking.block_binding.prefix_mismatch_behavior === 'drop_block';

const PUT_BACK = 'Thinking blocks before this block differ from the ones it was created with.';

/**
 * Reads the request once from start to end. A block is compared with everything before it: system prompt, tools,
 * messages without their thinking, and the previous thinking block that the model can see. Older thinking may be
 * missing from the start on; a gap, or a block that was left out once and is back, counts as a change (A24).
 */
export function readThinking(subject: AnthropicSubject): ThinkingReading {
  const { body, model, account, seals, turns } = subject;
  const prefix = PrefixReader.of(body);
  const blocks: ReadBlock[] = [];
  const dropping = dropsMismatches(body);
  let previous: string | null = null;
  let seen = 0;
  let runIsDropped = false;
  for (const turn of turns)
    for (const at of turn.blocks) {
      if (!isThinking(at.block)) {
        prefix.add(turn.role, at.block);
        runIsDropped = false;
        continue;
      }
      const seal = openThinking(seals, at.block);
      const change: string | null =
        seal && model.boundToPrefix && bindsPrefix(seal.model)
          ? changeBefore(seal, prefix.mark(), previous, seen)
          : null;
      const foreign = seal && bindingReason(seal, model, account);
      const mismatch: boolean = change !== null || runIsDropped;
      const drop: DropReason | null = foreign ?? (mismatch && dropping ? 'prefix_binding_mismatch' : null);
      // A block with a mismatch is dropped together with the rest of its run.
      runIsDropped = drop === 'prefix_binding_mismatch';
      blocks.push({ at, seal, altered: isAltered(at.block, seal), drop, change });
      if (drop !== null) continue;
      previous = linkOf(at.block);
      seen++;
    }
  return { blocks, prefix, previous, seen };
}

function changeBefore(seal: ThinkingSeal, now: PrefixMark, previous: string | null, seen: number): string | null {
  const change = describeChange(seal.prefix, now);
  if (change !== null) return change;
  // There are more blocks than it has seen: some were left out then and are back.
  return previous === null || (previous === seal.previous && seen <= seal.seen) ? null : PUT_BACK;
}

function bindingReason(seal: ThinkingSeal, model: AnthropicSubject['model'], account: string): DropReason | null {
  if (model.boundToAccount && seal.account !== account) return 'organization_binding_mismatch';
  return readsThinking(model.id, seal.model) ? null : 'model_binding_mismatch';
}

/** Text added to a block whose text was omitted is ignored (A22). */
const isAltered = (block: Json, seal: ThinkingSeal | null): boolean =>
  seal !== null && seal.shown !== null && block.type === 'thinking' && digest(text(block.thinking)) !== seal.shown;
