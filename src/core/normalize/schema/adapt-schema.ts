import type { SchemaProfile } from '../dialect.ts';

export type AdaptedSchema = { schema: Record<string, unknown>; changes: string[] } | { problem: string };

/** A tool's input schema as the profile takes it, with every change named; never throws. */
export function adaptSchema(input: unknown, profile: SchemaProfile): AdaptedSchema {
  if (input === undefined || input === null)
    return { schema: { type: 'object', properties: {} }, changes: ['no schema was given'] };
  if (!isRecord(input)) return { problem: 'the input schema is not an object' };
  if (input.type !== undefined && input.type !== 'object') return { problem: 'the input is not an object' };
  const changes: string[] = [];
  let schema: Record<string, unknown> = input;
  if (input.type === undefined) {
    schema = { type: 'object', ...input };
    changes.push('root type');
  }
  if (profile === 'no-root-combinators') {
    const { oneOf, anyOf, allOf, ...rest } = schema;
    if (oneOf ?? anyOf ?? allOf) {
      schema = rest;
      changes.push('root combinator');
    }
  }
  return { schema, changes };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
