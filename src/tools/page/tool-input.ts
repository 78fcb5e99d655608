import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod/mini';

/** What a tool takes, together with the JSON Schema that its server lists, which `zod/mini` leaves to the caller. */
export function toolInput<S extends z.ZodMiniType>(schema: S): StandardSchemaWithJSON<z.input<S>, z.output<S>> {
  const { version, vendor, validate } = schema['~standard'];
  return {
    '~standard': {
      version,
      vendor,
      validate,
      jsonSchema: {
        input: ({ target }) => z.toJSONSchema(schema, { target, io: 'input' }),
        output: ({ target }) => z.toJSONSchema(schema, { target, io: 'output' }),
      },
    },
  };
}
