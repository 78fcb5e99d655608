import { z } from 'zod/mini';
import { VERBOSITIES, type RequestParameters } from '#core/vendors/base/request-parameters.ts';

const number = z.exactOptional(z.number());

export const ParametersSchema: z.ZodMiniType<RequestParameters> = z.object({
  temperature: number,
  topP: number,
  topK: number,
  maxOutput: number,
  stop: z.exactOptional(z.array(z.string())),
  seed: number,
  frequencyPenalty: number,
  presencePenalty: number,
  verbosity: z.exactOptional(z.enum(VERBOSITIES)),
  thinkingBudget: number,
  contextLength: number,
  body: z.exactOptional(z.record(z.string(), z.unknown())),
});
