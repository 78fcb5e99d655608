import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json, objects, text } from '../base/json.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import { openCall } from './server-tools.ts';
import { checkBlock } from './block-fields.ts';
import { NEW } from './request-rules.ts';
import { type AnthropicMessage, type AnthropicSubject, placed, thinks } from './subject.ts';

/** The effort that one message sets (A30). */
const EFFORT_BETA = 'mid-conversation-output-config-2026-07-01';

const ROLES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system']);

/** Roles, content and blocks: everything that a schema can check about one message. */
function checkMessage(message: unknown, index: number, { model, version, betas }: AnthropicSubject): Failure | null {
  const path = `messages.${index}`;
  if (!isObject(message))
    return badRequest(`${path}: Input should be a valid dictionary or object to extract fields from`);
  if (!('role' in message)) return badRequest(`${path}.role: Field required`);
  if (message.role === 'system' && !model.systemMessages)
    return badRequest(
      'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
    );
  if (!ROLES.has(message.role)) return badRequest(`${path}.role: Input should be 'user' or 'assistant'`);
  const extra = Object.keys(message).find(
    (field) => field !== 'role' && field !== 'content' && !(field === 'output_config' && betas.has(EFFORT_BETA)),
  );
  if (extra !== undefined) return badRequest(`${path}.${extra}: Extra inputs are not permitted`);
  if (!('content' in message)) return badRequest(`${path}.content: Field required`);
  if (typeof message.content === 'string') return null;
  if (!Array.isArray(message.content)) return badRequest(`${path}.content: Input should be a valid list`);
  return firstOf(message.content, (block, at) => {
    const failure = checkBlock(block, `${path}.content.${at}`, text(message.role), betas);
    return failure ?? checkVersion(block, `${path}.content.${at}`, text(message.role), version);
  });
}

function checkVersion(block: unknown, path: string, role: string, version: string | null): Failure | null {
  if (version !== NEW || !isObject(block)) return null;
  if (role === 'assistant' && block.type === 'document')
    return badRequest(
      `${path.slice(0, path.indexOf('.content'))}: \`document\` blocks can only be in \`user\` messages`,
    );
  if (role === 'user' && block.type === 'text' && Array.isArray(block.citations) && block.citations.length > 0)
    return badRequest(`${path}.text.citations: Extra inputs are not permitted`);
  return null;
}

/** A message without content that only changes the effort from here on (A30). */
const isSetting = ({ messages }: Json, { role, index }: AnthropicMessage): boolean =>
  role === 'system' && isObject(objects(messages)[index]?.output_config);

const isEmpty = (message: AnthropicMessage) =>
  message.blocks.length === 0 || (message.plain && text(message.blocks[0]?.text) === '');

function checkText(message: AnthropicMessage): Failure | null {
  if (message.plain && isEmpty(message)) return null;
  for (const { block } of placed(message)) {
    const inner = Array.isArray(block.content) ? block.content.filter(isObject) : [];
    for (const one of [block, ...inner]) {
      if (one.type !== 'text') continue;
      if (one.text === '') return badRequest('messages: text content blocks must be non-empty');
      if (text(one.text).trim() === '')
        return badRequest('messages: text content blocks must contain non-whitespace text');
    }
  }
  return null;
}

function checkEnding(subject: AnthropicSubject): Failure | null {
  const last = subject.messages.at(-1);
  // A paused turn must be sent back unchanged (A13).
  if (last?.role !== 'assistant' || openCall(subject.messages)) return null;
  if (!subject.model.prefill || thinks(subject))
    return badRequest(
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    );
  const end = last.blocks.at(-1);
  if (end?.type === 'text' && /\s$/.test(text(end.text)))
    return badRequest('messages: final assistant content cannot end with trailing whitespace');
  return null;
}

/** Where a system message is allowed: after a user turn, and last or before an assistant turn (A4c). */
function checkSystemMessages({ messages }: AnthropicSubject): Failure | null {
  return firstOf(messages, ({ role, index }, at) => {
    if (role !== 'system') return null;
    const before = messages[at - 1];
    const after = messages[at + 1];
    const call = before?.blocks.some((block) => block.type === 'tool_use') ?? false;
    const follows = before?.role === 'user' || (before?.role === 'assistant' && endsInServerResult(before));
    const well = follows && !call && (after === undefined || after.role === 'assistant');
    return well
      ? null
      : badRequest(
          `messages.${index}: \`system\` messages must follow a user turn and must be last or be followed by an assistant turn.`,
        );
  });
}

const endsInServerResult = (message: AnthropicMessage) => text(message.blocks.at(-1)?.type).endsWith('_tool_result');

export const MESSAGE_SHAPE_RULES: readonly Rule<AnthropicSubject>[] = [
  {
    id: 'A4d',
    check: ({ body }) =>
      Array.isArray(body.messages) && body.messages.length === 0
        ? badRequest('messages: at least one message is required')
        : null,
  },
  {
    id: 'message-fields',
    check: (subject) =>
      Array.isArray(subject.body.messages)
        ? firstOf(subject.body.messages, (message: unknown, index) => checkMessage(message, index, subject))
        : null,
  },
];

export const MESSAGE_RULES: readonly Rule<AnthropicSubject>[] = [
  {
    id: 'A4',
    check: ({ messages }) =>
      messages[0]?.role === 'assistant' || messages[0]?.role === 'system'
        ? badRequest('messages: first message must use the "user" role')
        : null,
  },
  { id: 'A4c', check: checkSystemMessages },
  {
    id: 'A6',
    check: ({ messages, body }) =>
      firstOf(messages, (message, at) =>
        isEmpty(message) && !isSetting(body, message) && !(message.role === 'assistant' && at === messages.length - 1)
          ? badRequest(
              `messages.${message.index}: all messages must have non-empty content except for the optional final assistant message`,
            )
          : null,
      ),
  },
  { id: 'A5', check: ({ messages }) => firstOf(messages, checkText) },
];

/** Runs after the pairing of calls and results, so that an open call at the end gets that error first. */
export const ENDING_RULES: readonly Rule<AnthropicSubject>[] = [{ id: 'A7', check: checkEnding }];
