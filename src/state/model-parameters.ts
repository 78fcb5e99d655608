import { z } from 'zod/mini';
import { nonEmpty, type RequestParameters } from '#core/vendors/base/request-parameters.ts';
import { ParametersSchema } from '#storage/parameters-schema.ts';

const Rows = z.catch(z.array(z.unknown()), []);
const Id = z.object({ id: z.string() });
const Row = z.object({ id: z.string().check(z.minLength(1)), parameters: ParametersSchema });

/** The user's default parameters for one model of a connection, as stored in the settings. */
export function readModelParameters(value: unknown, id: string): RequestParameters {
  return (
    Rows.parse(value)
      .flatMap((row) => Row.safeParse(row).data ?? [])
      .find((row) => row.id === id)?.parameters ?? {}
  );
}

/** Returns the setting with one model's parameters replaced. Rows of other models are unchanged. */
export function writeModelParameters(value: unknown, id: string, parameters: RequestParameters): unknown[] {
  const others = Rows.parse(value).filter((row) => Id.safeParse(row).data?.id !== id);
  return nonEmpty(parameters) ? [...others, { id, parameters }] : others;
}
