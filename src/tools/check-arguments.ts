import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import type { JsonSchemaValidator } from '@modelcontextprotocol/client';

export type CheckArguments = (schema: unknown, args: Readonly<Record<string, unknown>>) => string | null;

/**
 * Checks arguments against the schema. Returns the errors as text for the model; `null` if there are none. An
 * unreadable schema checks nothing, since the server still checks.
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
      // An unresolvable reference throws only here.
      return null;
    }
  };
}
