import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, text } from '../base/json.ts';
import { checkFields } from '../rules/fields.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import type { AnthropicSubject } from './subject.ts';

const CONTEXT_BETA = 'context-management-2025-06-27';
/** The only edit that this server supports. */
const KNOWN = 'clear_tool_uses_20250919';

function checkThreshold(value: unknown, path: string, kinds: readonly string[]): Failure | null {
  if (!isObject(value)) return null;
  if (!kinds.includes(text(value.type))) {
    const expected = kinds.map((kind) => `'${kind}'`).join(', ');
    return badRequest(
      `${path}: Input tag '${text(value.type)}' found using 'type' does not match any of the expected tags: ${expected}`,
    );
  }
  return checkFields(value, path, { required: { type: 'string', value: 'integer' } });
}

function checkEdit(edit: unknown, path: string): Failure | null {
  if (!isObject(edit)) return badRequest(`${path}: Input should be a valid dictionary`);
  if (edit.type !== KNOWN)
    return badRequest(
      `${path}: Input tag '${text(edit.type)}' found using 'type' does not match any of the expected tags: '${KNOWN}'`,
    );
  const at = `${path}.${KNOWN}`;
  return (
    checkFields(edit, at, {
      required: { type: 'string' },
      optional: {
        trigger: 'object',
        keep: 'object',
        clear_at_least: 'object',
        exclude_tools: 'list',
        clear_tool_inputs: 'any',
      },
    }) ??
    checkThreshold(edit.trigger, `${at}.trigger`, ['input_tokens', 'tool_uses']) ??
    checkThreshold(edit.keep, `${at}.keep`, ['tool_uses']) ??
    checkThreshold(edit.clear_at_least, `${at}.clear_at_least`, ['input_tokens'])
  );
}

/** Gateways refuse the field, with the header or without (opencode#34694, 2026-07; copilot-api#175, 2026-04). */
function checkContextManagement({ body, betas, gateway }: AnthropicSubject): Failure | null {
  const management: unknown = body.context_management;
  if (management === undefined || management === null) return null;
  if (gateway || !betas.has(CONTEXT_BETA)) return badRequest('context_management: Extra inputs are not permitted');
  if (!isObject(management)) return null;
  const failure = checkFields(management, 'context_management', { optional: { edits: 'list' } });
  if (failure) return failure;
  const edits: readonly unknown[] = Array.isArray(management.edits) ? management.edits : [];
  return firstOf(edits, (edit, index) => checkEdit(edit, `context_management.edits.${index}`));
}

/** A38. */
export const CONTEXT_RULES: readonly Rule<AnthropicSubject>[] = [{ id: 'A38', check: checkContextManagement }];
