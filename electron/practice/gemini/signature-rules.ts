import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json, text } from '../base/json.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import { aboutPicture, DUMMIES, openThought } from './call-seal.ts';
import { signsCalls } from './models.ts';
import { callOf, type GeminiContent, type GeminiSubject, openTurnStart } from './subject.ts';

const signatureOf = (part: Json): string => text(part.thoughtSignature);

/** Contents of the open turn, with their place in the request. */
const openTurn = ({ contents }: GeminiSubject): { content: GeminiContent; index: number }[] => {
  const start = openTurnStart(contents);
  return contents.slice(start).map((content, at) => ({ content, index: start + at }));
};

/** The first call of each model content in the open turn must have its signature (G9). */
function checkPresent(subject: GeminiSubject): Failure | null {
  if (!signsCalls(subject.model)) return null;
  return firstOf(openTurn(subject), ({ content, index }) => {
    const first = content.parts.find((part) => callOf(part) !== null);
    if (content.role !== 'model' || !first || signatureOf(first) !== '') return null;
    return badRequest(
      `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${text(callOf(first)?.name)}\`, position ${index + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
    );
  });
}

/** Every picture that the model made must have its signature, in every turn (G18). */
function checkPictures({ contents, seals, model, account }: GeminiSubject): Failure | null {
  return firstOf(contents, ({ role, parts }, index) =>
    firstOf(parts, (part, at) => {
      if (role !== 'model' || !isObject(part.inlineData)) return null;
      if (signatureOf(part) === '')
        return badRequest(
          `Image part is missing a thought_signature in content position ${index + 1}, part position ${at + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures#model-behavior for more details.`,
        );
      const seal = openThought(seals, signatureOf(part));
      if (!seal) return badRequest('Corrupted thought signature.');
      const own = seal.model === model.id && seal.account === account;
      return own && seal.about === aboutPicture(text(part.inlineData.data))
        ? null
        : badRequest('Invalid thought signature.');
    }),
  );
}

/** A signature must come from this vendor, model and key, and be on its own part (G12). Older turns are not checked. */
function checkGenuine(subject: GeminiSubject): Failure | null {
  return firstOf(openTurn(subject), ({ content }) => {
    const first = content.parts.find((part) => callOf(part) !== null);
    return firstOf(content.parts, (part) => {
      const signature = signatureOf(part);
      // Pictures have a rule of their own.
      if (signature === '' || DUMMIES.has(signature) || isObject(part.inlineData)) return null;
      const seal = openThought(subject.seals, signature);
      if (!seal) return badRequest('Corrupted thought signature.');
      const call = callOf(part);
      const about = call ? text(call.name) : '*';
      const copied = call !== null && first !== part;
      const own = seal.model === subject.model.id && seal.account === subject.account && seal.about === about;
      return own && !copied ? null : badRequest('Invalid thought signature.');
    });
  });
}

export const GEMINI_SIGNATURE_RULES: readonly Rule<GeminiSubject>[] = [
  { id: 'G9', check: checkPresent },
  { id: 'G18', check: checkPictures },
  { id: 'G12', check: checkGenuine },
];
