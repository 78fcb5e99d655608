import { badRequest } from '../base/failure.ts';
import { isObject, type Json, text } from '../base/json.ts';
import { DUMMIES, openThought, sealThought } from '../gemini/call-seal.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import type { ReasoningContext } from './reasoning.ts';
import { callsOf, type ChatSubject, functionOf } from './subject.ts';

/** The first call of an answer is signed. */
export const signedCall = ({ name, index }: { name: string; index: number }, answer: ReasoningContext): Json => {
  const { model, account, seed, seals } = answer;
  if (index > 0) return {};
  const signature = sealThought(seals, { model, account, about: name }, seed);
  return { extra_content: { google: { thought_signature: signature } } };
};

function signatureOf({ extra_content: extra }: Json): string {
  const google = isObject(extra) ? extra.google : null;
  return isObject(google) ? text(google.thought_signature) : '';
}

/** The rules of Gemini's own protocol, in the fields of this one (G9, G12, G13). */
export const GOOGLE_RULES: readonly Rule<ChatSubject>[] = [
  {
    id: 'G13',
    check: ({ messages, seals, model, account }) => {
      const start = messages.findLastIndex(({ role }) => role === 'user') + 1;
      return firstOf(messages.slice(start), (message, index) => {
        const [first, ...others] = callsOf(message);
        if (!first) return null;
        const { name } = functionOf(first);
        const signature = signatureOf(first);
        if (signature === '')
          return badRequest(
            `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${text(name)}\`, position ${start + index + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
          );
        if (DUMMIES.has(signature)) return null;
        const seal = openThought(seals, signature);
        if (!seal) return badRequest('Corrupted thought signature.');
        const own = seal.model === model.id && seal.account === account && seal.about === name;
        return own && others.every((other) => signatureOf(other) === '')
          ? null
          : badRequest('Invalid thought signature.');
      });
    },
  },
];
