import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, text } from '../base/json.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import { type AnthropicSubject, type AnthropicTurn, blocksOfType, type PlacedBlock } from './subject.ts';

const idOf = ({ block }: PlacedBlock) => text(block.id);
const answered = ({ block }: PlacedBlock) => text(block.tool_use_id);

function checkUniqueIds({ turns }: AnthropicSubject): Failure | null {
  const seen = new Set<string>();
  return firstOf(
    turns.flatMap((turn) => blocksOfType(turn, 'tool_use')),
    (call) => {
      if (seen.has(idOf(call))) return badRequest(`${call.path}: \`tool_use\` ids must be unique`);
      seen.add(idOf(call));
      return null;
    },
  );
}

/** Results count only if they come first in the next user turn (A10, A11). */
function checkAnswered({ turns }: AnthropicSubject): Failure | null {
  return firstOf(turns, (turn, at) => {
    const calls = blocksOfType(turn, 'tool_use');
    if (calls.length === 0) return null;
    const next = turns[at + 1];
    const leading = next?.role === 'user' ? leadingResults(next) : [];
    const missing = calls.filter((call) => !leading.some((result) => answered(result) === idOf(call)));
    if (missing.length === 0) return null;
    const index = missing[0]?.message ?? turn.index;
    return badRequest(
      `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.map(idOf).join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    );
  });
}

function leadingResults(turn: AnthropicTurn): PlacedBlock[] {
  const end = turn.blocks.findIndex(({ block }) => block.type !== 'tool_result');
  return end < 0 ? turn.blocks : turn.blocks.slice(0, end);
}

function checkExpected({ turns }: AnthropicSubject): Failure | null {
  return firstOf(turns, (turn, at) => {
    const before = turns[at - 1];
    const calls = before?.role === 'assistant' ? blocksOfType(before, 'tool_use').map(idOf) : [];
    const seen = new Set<string>();
    return firstOf(blocksOfType(turn, 'tool_result'), (result) => {
      const id = answered(result);
      if (!calls.includes(id))
        return badRequest(
          `${result.path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
        );
      if (seen.has(id))
        return badRequest(
          `${result.path}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
        );
      seen.add(id);
      return null;
    });
  });
}

const RESULT_OF_SERVER = /^(.+)_tool_result$/;

/**
 * A tool that the vendor runs must answer before the user's next message, and call and result must both be present
 * (A13). While one is open, as in a paused turn, the user may only send results of other tools.
 */
function checkServerTools({ turns }: AnthropicSubject): Failure | null {
  const open = new Map<string, { name: string; message: number }>();
  return firstOf(turns, (turn) => {
    if (turn.role !== 'assistant') {
      const [left] = open;
      return left && turn.blocks.some(({ block }) => block.type !== 'tool_result') ? unanswered(...left) : null;
    }
    return firstOf(turn.blocks, ({ block, path, message }) => {
      if (block.type === 'server_tool_use') open.set(text(block.id), { name: text(block.name), message });
      if (!RESULT_OF_SERVER.test(text(block.type))) return null;
      const id = text(block.tool_use_id);
      return open.delete(id)
        ? null
        : badRequest(
            `${path}: unexpected \`tool_use_id\` found in \`${text(block.type)}\` blocks: ${id}. Each \`${text(block.type)}\` block must have a corresponding \`server_tool_use\` block before it.`,
          );
    });
  });
}

const unanswered = (id: string, { name, message }: { name: string; message: number }): Failure =>
  badRequest(
    `messages.${message}: \`${name}\` tool use with id \`${id}\` was found without a corresponding \`${name}_tool_result\` block`,
  );

function checkErrorResults({ turns }: AnthropicSubject): Failure | null {
  return firstOf(
    turns.flatMap((turn) => blocksOfType(turn, 'tool_result')),
    ({ block }) =>
      block.is_error === true &&
      Array.isArray(block.content) &&
      block.content.some((one) => isObject(one) && one.type !== 'text')
        ? badRequest("all content must be type 'text' if 'is_error' is true")
        : null,
  );
}

export const PAIRING_RULES: readonly Rule<AnthropicSubject>[] = [
  { id: 'A9', check: checkUniqueIds },
  { id: 'A10', check: checkAnswered },
  { id: 'A12', check: checkExpected },
  { id: 'A13', check: checkServerTools },
  { id: 'A17', check: checkErrorResults },
];
