import { type Arbitrary, array, constant, constantFrom, double, integer, oneof, record } from 'fast-check';
import { nonEmpty, type RequestParameters, VERBOSITIES } from '#core/vendors/base/request-parameters.ts';

const decimal = oneof(
  constantFrom(0, 1, 0.95, 2),
  double({ min: -3, max: 5, noNaN: true }).map((value) => value + 0),
);

/** Any parameters that a user may have set, inside and outside of what vendors accept. */
export const anyParameters: Arbitrary<RequestParameters> = record(
  {
    temperature: decimal,
    topP: decimal,
    topK: integer({ min: -1, max: 200 }),
    maxOutput: integer({ min: 1, max: 200_000 }),
    stop: array(constantFrom('END', ' ', '', '###', '끝'), { maxLength: 7 }),
    seed: integer(),
    frequencyPenalty: decimal,
    presencePenalty: decimal,
    verbosity: constantFrom(...VERBOSITIES),
    thinkingBudget: integer({ min: 0, max: 100_000 }),
    contextLength: integer({ min: 1_000, max: 200_000 }),
    body: oneof(
      constant({ chat_template_kwargs: { enable_thinking: false } }),
      constant({ model: 'other', messages: [], temperature: 9, min_p: 0.1 }),
    ),
  },
  { requiredKeys: [] },
).filter((parameters) => nonEmpty(parameters) !== undefined);
