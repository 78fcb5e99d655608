import type { Rule } from '../rules/rule.ts';
import { CONTEXT_RULES } from './context-rules.ts';
import { LIMIT_RULES } from './limit-rules.ts';
import { ENDING_RULES, MESSAGE_RULES, MESSAGE_SHAPE_RULES } from './message-rules.ts';
import { PAIRING_RULES } from './pairing-rules.ts';
import { CACHE_RULES, REQUEST_RULES } from './request-rules.ts';
import type { AnthropicSubject } from './subject.ts';
import { SERVER_TOOL_RULES } from './server-tool-rules.ts';
import { THINKING_CONFIG_RULES } from './thinking-config-rules.ts';
import { THINKING_RULES } from './thinking-rules.ts';
import { TOOL_RULES } from './tool-rules.ts';

/** The rules of `POST /v1/messages`: first the schema, then the conversation, then what only decryption shows. */
export const ANTHROPIC_RULES: readonly Rule<AnthropicSubject>[] = [
  ...REQUEST_RULES,
  ...CONTEXT_RULES,
  ...MESSAGE_SHAPE_RULES,
  ...THINKING_CONFIG_RULES,
  ...TOOL_RULES,
  ...SERVER_TOOL_RULES,
  ...CACHE_RULES,
  ...MESSAGE_RULES,
  ...PAIRING_RULES,
  ...ENDING_RULES,
  ...LIMIT_RULES,
  ...THINKING_RULES,
];
