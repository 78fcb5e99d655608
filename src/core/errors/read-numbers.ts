const NUMBER = '(\\d[\\d,]{0,17})';

/** Texts with one or both numbers of an overflow; `c` is the request, `m` the limit. */
const OVERFLOWS: readonly { order: 'cm' | 'mc' | 'm' | 'c'; text: RegExp }[] = [
  { order: 'cm', text: new RegExp(`too long: ${NUMBER} tokens > ${NUMBER}`) },
  {
    order: 'cm',
    text: new RegExp(
      `token count (?:of )?\\(?${NUMBER}\\)? exceeds the (?:maximum number of tokens allowed|limit of) \\(?${NUMBER}`,
    ),
  },
  { order: 'cm', text: new RegExp(`contains ${NUMBER} tokens.*?model with ${NUMBER} maximum`) },
  { order: 'cm', text: new RegExp(`request \\(${NUMBER} tokens\\) exceeds the available context size \\(${NUMBER}`) },
  { order: 'mc', text: new RegExp(`maximum context length is ${NUMBER} tokens.*?for a total of at least ${NUMBER}`) },
  { order: 'mc', text: new RegExp(`maximum prompt length is ${NUMBER} but the request contains ${NUMBER}`) },
  {
    order: 'mc',
    text: new RegExp(
      `maximum context length is ${NUMBER} tokens.*?(?:resulted in|requested(?: about)?|your (?:prompt|request|input) (?:contains|has)) ${NUMBER}`,
    ),
  },
  { order: 'mc', text: new RegExp(`token limit:? ${NUMBER} \\(requested:? ${NUMBER}`) },
  { order: 'm', text: new RegExp(`maximum context length (?:is|of) ${NUMBER}`) },
  { order: 'cm', text: new RegExp(`prompt is too long: ${NUMBER}, model maximum context length: ${NUMBER}`) },
  // Cerebras: "Current length is 8533 while limit is 8192".
  { order: 'cm', text: new RegExp(`current length is ${NUMBER} while limit is ${NUMBER}`) },
  { order: 'cm', text: new RegExp(`${NUMBER} tokens exceeds ${NUMBER}`) },
  {
    order: 'cm',
    text: new RegExp(`tokens \\(${NUMBER}\\) must be less than (?:or equal to )?max_seq_len \\(${NUMBER}`),
  },
  {
    order: 'cm',
    text: new RegExp(`prompt \\(length ${NUMBER}\\) is longer than the maximum model length of ${NUMBER}`),
  },
  { order: 'cm', text: new RegExp(`keep the first ${NUMBER} tokens.*?context length of only ${NUMBER}`) },
  { order: 'm', text: new RegExp(`max_new_tokens must be <= ${NUMBER}`) },
  { order: 'm', text: new RegExp(`request body too large.*max size: ${NUMBER} tokens`) },
  { order: 'm', text: new RegExp(`n_ctx[ =]+${NUMBER}`) },
  { order: 'm', text: new RegExp(`context size \\(${NUMBER}`) },
  { order: 'm', text: new RegExp(`range of input length should be \\[\\d+, ?${NUMBER}`) },
  { order: 'm', text: new RegExp(`exceeds the limit of ${NUMBER}`) },
];

/** What of the request is not the answer; `input` is that, `output` the rest. */
const INPUTS: readonly RegExp[] = [
  // vLLM, older and newer (vllm#20409, 2025-07; Step-Audio-R1#3, 2025-12; vllm#42474, 2026-05), and OpenRouter.
  /requested(?: about)? (?<all>[\d,]+) tokens \(.{0,80}?(?<output>[\d,]+) in the (?:completion|output)\)/,
  /your request has (?<input>[\d,]+) input tokens/,
  /your prompt contains at least (?<input>[\d,]+) input tokens/,
  // SGLang and Text Generation Inference.
  /(?<input>[\d,]+) tokens from the input messages/,
  /given: (?<input>[\d,]+) inputs tokens and/,
];

interface Overflow {
  current?: number;
  max?: number;
  input?: number;
}

/** Reads the tokens of the request and the limit from an overflow text, if it has them. `text` is lower case. */
export function readOverflow(text: string): Overflow {
  const sum = /exceed context limit: ([\d,]+) \+ ([\d,]+) > ([\d,]+)/.exec(text);
  if (sum) return { current: count(sum[1]) + count(sum[2]), max: count(sum[3]), input: count(sum[1]) };
  const input = readInput(text);
  return { ...readLimits(text), ...(input !== null && { input }) };
}

function readInput(text: string): number | null {
  for (const pattern of INPUTS) {
    const groups = pattern.exec(text)?.groups;
    if (groups) return groups.input === undefined ? count(groups.all) - count(groups.output) : count(groups.input);
  }
  return null;
}

function readLimits(text: string): Omit<Overflow, 'input'> {
  for (const row of OVERFLOWS) {
    const match = row.text.exec(text);
    if (!match) continue;
    const [first, second] = [count(match[1]), count(match[2])];
    if (row.order === 'cm') return { current: first, max: second };
    if (row.order === 'mc') return { current: second, max: first };
    return row.order === 'm' ? { max: first } : { current: first };
  }
  return {};
}

/** OpenAI (aider#1880, 2024-10; continue#10602, 2026-02) and Groq (continue#10218, 2026-02). */
const OF_A_MINUTE = new RegExp(`request too large.*tokens per min.*limit:? ${NUMBER},? requested:? ${NUMBER}`, 's');

/**
 * Reads the tokens of a request and the limit from a text that says that the request alone has more tokens than may be
 * used in a minute, so that waiting doesn't help. `text` is lower case.
 */
export function readMinuteLimit(text: string): { current: number; max: number } | null {
  const match = OF_A_MINUTE.exec(text);
  const [max, current] = [count(match?.[1]), count(match?.[2])];
  return current > max ? { current, max } : null;
}

/** More output tokens were requested than the model allows; the group is the limit. */
const OUTPUTS: readonly RegExp[] = [
  new RegExp(`max_tokens: ${NUMBER} > (?<limit>[\\d,]+), which is the maximum allowed number of output tokens`),
  /supports at most (?<limit>[\d,]+) (?:completion|output) tokens/,
  /max_(?:completion_|output_)?tokens.{0,40} must be less than or equal to (?<limit>[\d,]+)/,
  /range of max_tokens (?:is|should be) \[\d+, ?(?<limit>[\d,]+)\]/,
  /maximum tokens you requested exceeds? the model limit of (?<limit>[\d,]+)/,
  /max_\w*tokens.{0,80}expected a value <= (?<limit>[\d,]+)/,
];

/** The most output tokens that the model allows, when a refusal says so. */
export function readOutputLimit(text: string): number | null {
  for (const pattern of OUTPUTS) {
    const limit = pattern.exec(text)?.groups?.limit;
    if (limit !== undefined) return count(limit);
  }
  return null;
}

/** OpenRouter (openclaude#1125, 2026-05; oh-my-pi#9569, 2026-08). */
const AFFORDED = new RegExp(`fewer max_tokens.{0,120}can only afford ${NUMBER}`);

/** The most output tokens that the account can pay for, when a refusal says so. `text` is lower case. */
export function readAffordedOutput(text: string): number | null {
  const match = AFFORDED.exec(text);
  return match ? count(match[1]) : null;
}

function count(digits: string | undefined): number {
  return Number((digits ?? '0').replaceAll(',', ''));
}
