import { z } from 'zod';
import { VERBOSITIES, type RequestParameters } from '#core/vendors/base/request-parameters.ts';

export const ParametersSchema: z.ZodType<RequestParameters> = z.object({
  temperature: z.number().exactOptional(),
  topP: z.number().exactOptional(),
  topK: z.number().exactOptional(),
  maxOutput: z.number().exactOptional(),
  stop: z.array(z.string()).exactOptional(),
  seed: z.number().exactOptional(),
  frequencyPenalty: z.number().exactOptional(),
  presencePenalty: z.number().exactOptional(),
  verbosity: z.enum(VERBOSITIES).exactOptional(),
  thinkingBudget: z.number().exactOptional(),
  contextLength: z.number().exactOptional(),
  body: z.record(z.string(), z.unknown()).exactOptional(),
});
