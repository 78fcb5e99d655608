import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isObject } from '#core/json.ts';

const FORMATS: ReadonlySet<unknown> = new Set(['email', 'uri', 'date', 'date-time']);

/**
 * A question with each field in MCP's own form, which is all that the SDK lets through: an optional field comes from
 * models and validators as "this or null", a choice without its type, a text in a format that MCP doesn't know
 * (python-sdk 1.x, which v2 flattens itself; typescript-sdk PR #2369, 2026-06; fastmcp PR #2773, 2025-12).
 */
export function withPlainForm<Message extends JSONRPCMessage>(message: Message): Message {
  if (!('method' in message) || message.method !== 'elicitation/create') return message;
  const schema = message.params?.['requestedSchema'];
  if (!isObject(schema) || !isObject(schema['properties'])) return message;
  const fields = Object.entries(schema['properties']).map(([name, field]) => [name, plainField(field)] as const);
  const requestedSchema = { ...schema, properties: Object.fromEntries(fields) };
  return { ...message, params: { ...message.params, requestedSchema } };
}

function plainField(field: unknown): unknown {
  if (!isObject(field)) return field;
  const whole = Object.fromEntries(Object.entries(withoutNull(field)).filter(([, value]) => value !== null));
  const { format, ...rest } = whole;
  const plain = format === undefined || FORMATS.has(format) ? whole : rest;
  return plain['type'] === undefined && isChoice(plain) ? { type: 'string', ...plain } : plain;
}

function withoutNull(field: Record<string, unknown>): Record<string, unknown> {
  const { anyOf, ...outer } = field;
  if (Array.isArray(anyOf) && field['type'] === undefined) {
    const [only, ...more] = anyOf.filter((one) => !isObject(one) || one['type'] !== 'null');
    if (isObject(only) && more.length === 0) return { ...only, ...outer };
  }
  if (!Array.isArray(field['type'])) return field;
  const [type, ...more] = field['type'].filter((one) => one !== 'null');
  return more.length === 0 && type !== undefined ? { ...field, type } : field;
}

const isChoice = ({ enum: values, oneOf }: Record<string, unknown>): boolean =>
  (Array.isArray(values) && values.every((one) => typeof one === 'string')) ||
  (Array.isArray(oneOf) && oneOf.every((one) => isObject(one) && typeof one['const'] === 'string'));
