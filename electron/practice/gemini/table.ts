import { estimateJson } from '../base/estimate-tokens.ts';
import { badRequest } from '../base/failure.ts';
import type { Json } from '../base/json.ts';
import type { Rule } from '../rules/rule.ts';
import { GEMINI_CONFIG_RULES } from './config-rules.ts';
import { GEMINI_SHAPE_RULES } from './shape-rules.ts';
import { GEMINI_SIGNATURE_RULES } from './signature-rules.ts';
import type { GeminiSubject } from './subject.ts';
import { GEMINI_TOOL_RULES } from './tool-rules.ts';
import { GEMINI_TURN_RULES } from './turn-rules.ts';

export const promptTokens = (body: Json): number => estimateJson([body.systemInstruction, body.tools, body.contents]);

const OVERFLOW: Rule<GeminiSubject> = {
  id: 'G16',
  check: ({ body, model }) => {
    const tokens = promptTokens(body);
    return tokens > model.window
      ? badRequest(`The input token count (${tokens}) exceeds the maximum number of tokens allowed (${model.window}).`)
      : null;
  },
};

/** The rules of `generateContent`. */
export const GEMINI_RULES: readonly Rule<GeminiSubject>[] = [
  ...GEMINI_SHAPE_RULES,
  ...GEMINI_TOOL_RULES,
  ...GEMINI_CONFIG_RULES,
  ...GEMINI_TURN_RULES,
  ...GEMINI_SIGNATURE_RULES,
  OVERFLOW,
];
