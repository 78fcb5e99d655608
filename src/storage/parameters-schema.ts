import { z } from 'zod';
import { VERBOSITIES, type RequestParameters } from '#core/vendors/base/request-parameters.ts';

const number = z.number().exactOptional();

export const ParametersSchema: z.ZodType<RequestParameters> = z.object({
  temperature: number,
  topP: number,
  topK: number,
  maxOutput: number,
  stop: z.array(z.string()).exactOptional(),
  seed: number,
  frequencyPenalty: number,
  presencePenalty: number,
  verbosity: z.enum(VERBOSITIES).exactOptional(),
  thinkingBudget: number,
  contextLength: number,
  body: z.record(z.string(), z.unknown()).exactOptional(),
});
