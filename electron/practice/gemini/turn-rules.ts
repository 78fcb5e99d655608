import { badRequest, type Failure } from '../base/failure.ts';
import { type Json, text } from '../base/json.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import { signsCalls } from './models.ts';
import { callsIn, type GeminiContent, type GeminiSubject, responsesIn } from './subject.ts';

/** Consecutive contents of one role count as one, unless a function turn is involved (G1). */
function checkCallPlace({ contents }: GeminiSubject): Failure | null {
  return firstOf(contents, (content, index) => {
    if (callsIn(content).length === 0) return null;
    const before = contents[index - 1];
    return before !== undefined && before.role !== 'model'
      ? null
      : badRequest(
          'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
        );
  });
}

function checkResponsePlace({ contents }: GeminiSubject): Failure | null {
  return firstOf(contents, (content, index) =>
    responsesIn(content).length > 0 && callsIn(contents[index - 1]).length === 0
      ? badRequest('Please ensure that function response turn comes immediately after a function call turn.')
      : null,
  );
}

/** There must be as many response parts as calls, and no other parts among them (G4). */
function checkCounts({ contents }: GeminiSubject): Failure | null {
  return firstOf(contents, (content, index) => {
    const calls = callsIn(content).length;
    const next = contents[index + 1];
    if (calls === 0 || next === undefined) return null;
    const responses = responsesIn(next).length;
    return responses === calls && next.parts.length === responses
      ? null
      : badRequest(
          'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
        );
  });
}

/** Responses must be in the order of their calls, by name, and by id where calls have one (G6). */
function checkMatch({ contents, model }: GeminiSubject): Failure | null {
  return firstOf(contents, (content, index) => {
    const responses = responsesIn(contents[index + 1]);
    return firstOf(callsIn(content), (call, at) => {
      const response = responses[at];
      if (!response) return null;
      if (text(response.name) !== text(call.name))
        return badRequest(
          `Please ensure that function response parts are in the order of the function call parts: expected \`${text(call.name)}\`, got \`${text(response.name)}\`.`,
        );
      return signsCalls(model) && idOf(call) !== idOf(response)
        ? badRequest(
            `Please ensure that the id of the function response matches the id of the function call \`${text(call.name)}\`.`,
          )
        : null;
    });
  });
}

const idOf = (value: Json): string => text(value.id);

function checkEnd({ contents }: GeminiSubject): Failure | null {
  const last: GeminiContent | undefined = contents.at(-1);
  return last?.role === 'model'
    ? badRequest('Please ensure that multiturn requests end with a user role or a function response.')
    : null;
}

export const GEMINI_TURN_RULES: readonly Rule<GeminiSubject>[] = [
  { id: 'G2', check: checkCallPlace },
  { id: 'G3', check: checkResponsePlace },
  { id: 'G4', check: checkCounts },
  { id: 'G6', check: checkMatch },
  { id: 'G1-end', check: checkEnd },
];
