import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import type { JsonSchemaValidator } from '@modelcontextprotocol/client';

export type CheckArguments = (schema: unknown, args: Readonly<Record<string, unknown>>) => string | null;

/**
 * What of the arguments does not fit the schema, in words for the model; null when everything does. A schema that
 * cannot be read checks nothing: the server itself still does.
 */
export function createArgumentCheck(): CheckArguments {
  const engine = new CfWorkerJsonSchemaValidator({ shortcircuit: false });
  const compiled = new WeakMap<object, JsonSchemaValidator<unknown> | null>();

  function compile(schema: object): JsonSchemaValidator<unknown> | null {
    try {
      return engine.getValidator(schema);
    } catch {
      return null;
    }
  }

  return (schema, args) => {
    if (typeof schema !== 'object' || schema === null) return null;
    let validate = compiled.get(schema);
    if (validate === undefined) {
      validate = compile(schema);
      compiled.set(schema, validate);
    }
    if (!validate) return null;
    try {
      const { valid, errorMessage } = validate(args);
      return valid ? null : errorMessage.slice(0, 2000);
    } catch {
      // A reference that cannot be resolved shows itself only now.
      return null;
    }
  };
}
