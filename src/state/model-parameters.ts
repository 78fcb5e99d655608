import { z } from 'zod';
import type { RequestParameters } from '#core/vendors/base/request-parameters.ts';
import { ParametersSchema } from '#storage/parameters-schema.ts';

const Rows = z.array(z.unknown()).catch([]);
const Row = z.object({ id: z.string().min(1), parameters: ParametersSchema });

export function modelParametersKey(connectionId: string): string {
  return `model-parameters:${connectionId}`;
}

/** The user's default parameters for one model of a connection, as stored in the settings. */
export function readModelParameters(value: unknown, id: string): RequestParameters {
  return (
    Rows.parse(value)
      .flatMap((row) => Row.safeParse(row).data ?? [])
      .find((row) => row.id === id)?.parameters ?? {}
  );
}
