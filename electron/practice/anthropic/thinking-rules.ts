import { badRequest, type Failure } from '../base/failure.ts';
import { text } from '../base/json.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import { INTERLEAVED_BETA } from './thinking-config-rules.ts';
import {
  type AnthropicSubject,
  type AnthropicTurn,
  isThinking,
  loopIsOpen,
  type PlacedBlock,
  thinkingType,
  thinks,
} from './subject.ts';

const bad = (path: string, block: PlacedBlock['block']): Failure =>
  badRequest(
    block.type === 'thinking'
      ? `${path}: Invalid \`signature\` in \`thinking\` block`
      : `${path}: Invalid \`data\` in \`redacted_thinking\` block`,
  );

/** The request's last assistant turn, and the first one since the last user content. */
function openAssistantTurns({ turns }: AnthropicSubject): {
  first: AnthropicTurn | undefined;
  last: AnthropicTurn | undefined;
} {
  const last = turns.findLast((turn) => turn.role === 'assistant');
  const start = turns.findLastIndex((turn) => turn.role === 'user' && turn.blocks.at(-1)?.block.type !== 'tool_result');
  const first = turns.find((turn, at) => at > start && turn.role === 'assistant');
  return { first, last };
}

/**
 * With a budget, an open tool loop must start with thinking. With interleaved thinking every turn of the loop starts
 * with its own, otherwise only the first one.
 */
function checkThinkingFirst(subject: AnthropicSubject): Failure | null {
  const { body, betas } = subject;
  if (thinkingType(body) !== 'enabled' || !loopIsOpen(subject)) return null;
  const { first, last } = openAssistantTurns(subject);
  const block = (betas.has(INTERLEAVED_BETA) ? last : first)?.blocks[0];
  if (!block || isThinking(block.block)) return null;
  return badRequest(
    `${block.path}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${text(block.block.type)}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking`,
  );
}

function checkThinkingOff(subject: AnthropicSubject): Failure | null {
  const final = subject.turns.at(-1)?.role === 'assistant';
  if (subject.model.adaptive || thinks(subject) || !(final || loopIsOpen(subject))) return null;
  const block = openAssistantTurns(subject).last?.blocks.find((one) => isThinking(one.block));
  if (!block) return null;
  return badRequest(
    `${block.path}: When thinking is disabled, an \`assistant\` message in the final position cannot contain \`thinking\`. To use thinking blocks, enable \`thinking\` in your request.`,
  );
}

function checkBlankThinking({ turns, model, thinking }: AnthropicSubject): Failure | null {
  if (model.omits || turns.length === 0) return null;
  return firstOf(thinking().blocks, ({ at, seal }) =>
    at.block.type === 'thinking' && text(at.block.thinking).trim() === '' && seal?.shown !== null
      ? badRequest(`${at.path}.thinking: each thinking block must contain non-whitespace thinking`)
      : null,
  );
}

/** Refuses foreign or empty signatures, and text that was not signed. */
function checkSignatures(subject: AnthropicSubject): Failure | null {
  const latest = openAssistantTurns(subject).last;
  return firstOf(subject.thinking().blocks, ({ at, seal, altered, drop }) => {
    if (!seal) return bad(at.path, at.block);
    if (subject.gateway && drop === 'model_binding_mismatch') return bad(at.path, at.block);
    if (!altered) return null;
    return latest?.blocks.includes(at) ? modified(at.path) : bad(at.path, at.block);
  });
}

const modified = (path: string): Failure =>
  badRequest(
    `${path}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
  );

/**
 * In the latest turn, the thinking of one answer must be complete from its first block on, in its order and place
 * (A22).
 */
function checkLatestTurn(subject: AnthropicSubject): Failure | null {
  const latest = openAssistantTurns(subject).last;
  if (!latest) return null;
  const expected = new Map<string, number>();
  let calls = 0;
  const read = new Map(subject.thinking().blocks.map((one) => [one.at, one]));
  return firstOf(latest.blocks, (at) => {
    if (at.block.type === 'tool_use') calls++;
    const seal = read.get(at)?.seal;
    if (!seal) return null;
    const place = expected.get(seal.answer) ?? 0;
    expected.set(seal.answer, place + 1);
    return seal.place === place && (seal.calls === 0) === (calls === 0) ? null : modified(at.path);
  });
}

function checkPrefix(subject: AnthropicSubject): Failure | null {
  return firstOf(subject.thinking().blocks, ({ at, change, drop }) =>
    change !== null && drop === null
      ? badRequest(
          `${at.path}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block". That setting requires the \`thinking-binding-controls-2026-08-01\` value in the \`anthropic-beta\` header. ${change}`,
        )
      : null,
  );
}

export const THINKING_RULES: readonly Rule<AnthropicSubject>[] = [
  { id: 'A20', check: checkThinkingOff },
  { id: 'A19', check: checkThinkingFirst },
  { id: 'A5-thinking', check: checkBlankThinking },
  { id: 'A21', check: checkSignatures },
  { id: 'A22', check: checkLatestTurn },
  { id: 'A24', check: checkPrefix },
];
