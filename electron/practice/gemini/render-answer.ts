import { estimateTokens } from '../base/estimate-tokens.ts';
import type { Json } from '../base/json.ts';
import type { Frame } from '../base/pace.ts';
import type { Plan, Step, Stop } from '../script/plan.ts';
import { makePicture } from '../answers/make-picture.ts';
import { aboutPicture } from './call-seal.ts';
import { splitText } from '../base/split-text.ts';

export interface AnswerHead {
  id: string;
  model: string;
  prompt: number;
  cached: number;
  /** Returns null on models whose calls have no id (G6). */
  callId: (index: number) => string | null;
  /** Returns the signature for a call or for the end of an answer. */
  sign: (about: string) => string;
  /** Formats one event of the stream, or one element of the JSON array. */
  write: (chunk: Json, place: 'first' | 'middle' | 'last') => string;
}

const STOPS: Readonly<Record<Stop, string>> = {
  end: 'STOP',
  calls: 'STOP',
  length: 'MAX_TOKENS',
  refusal: 'SAFETY',
  blocked: 'PROHIBITED_CONTENT',
  window: 'MAX_TOKENS',
  pause: 'STOP',
};

/** Characters whose time a picture takes. */
const PICTURE_CHARS = 60;
const PICTURE_TOKENS = 1290;

/** Google combines several words in one chunk. */
const WORDS_PER_CHUNK = 4;

function* chunksOf(text: string): Generator<string> {
  let pendingText = '';
  let count = 0;
  for (const piece of splitText(text)) {
    pendingText += piece;
    if (++count < WORDS_PER_CHUNK) continue;
    yield pendingText;
    pendingText = '';
    count = 0;
  }
  if (pendingText !== '') yield pendingText;
}

/** The filter for pictures ends the whole answer. */
const moderated = (plan: Plan) => plan.steps.some((step) => step.kind === 'picture' && step.blocked);

/** Arguments are objects here, so with a cut call the entire answer is malformed (G15). */
const broken = (plan: Plan) => plan.steps.some((step) => step.kind === 'call' && step.cut);

export function finishReason(plan: Plan): string {
  if (broken(plan)) return 'MALFORMED_FUNCTION_CALL';
  return moderated(plan) ? 'IMAGE_SAFETY' : STOPS[plan.stop];
}

function usageOf(head: AnswerHead, thoughts: number, candidates: number, pictures = 0): Json {
  return {
    promptTokenCount: head.prompt,
    ...(candidates === 0 ? {} : { candidatesTokenCount: candidates }),
    totalTokenCount: head.prompt + thoughts + candidates,
    ...(head.cached === 0 ? {} : { cachedContentTokenCount: head.cached }),
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: head.prompt }],
    ...(thoughts === 0 ? {} : { thoughtsTokenCount: thoughts }),
    ...(pictures === 0 ? {} : { candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: pictures }] }),
  };
}

const envelope = (head: AnswerHead, candidate: Json, usage: Json): Json => ({
  candidates: [{ ...candidate, index: 0 }],
  usageMetadata: usage,
  modelVersion: head.model,
  responseId: head.id,
});

function callPart(step: Step & { kind: 'call' }, index: number, head: AnswerHead): Json {
  const id = head.callId(index);
  const functionCall = { ...(id === null ? {} : { id }), name: step.name, args: step.args };
  // Only the first of parallel calls is signed (G9).
  return index === 0 ? { functionCall, thoughtSignature: head.sign(step.name) } : { functionCall };
}

function picturePart({ id, sign }: AnswerHead): Json {
  const data = makePicture(id);
  return { inlineData: { mimeType: 'image/png', data }, thoughtSignature: sign(aboutPicture(data)) };
}

function ownPart(step: Step, head: AnswerHead): Json | null {
  if (step.kind === 'block') return { [step.text]: { content: 'Only the server that made it knows what this is.' } };
  if (step.kind === 'picture') return picturePart(head);
  if (step.kind === 'search' && step.tool === 'run') return { executableCode: { language: 'PYTHON', code: step.text } };
  if (step.kind !== 'found' || step.tool !== 'run') return null;
  const outcome = step.error === null ? 'OUTCOME_OK' : 'OUTCOME_FAILED';
  return { codeExecutionResult: { outcome, output: step.text } };
}

/** What the answer is based on: beside its content, in bytes of UTF-8 (G, grounding; SDK types 3.1.0, 2026-11). */
function besideContent(plan: Plan): Json {
  const of = (tool: 'search' | 'fetch') =>
    plan.steps.flatMap((step) => (step.kind === 'found' && step.tool === tool ? [step] : []));
  const [searches, pages] = [of('search'), of('fetch')];
  const said = plan.steps.findLast((step) => step.kind === 'text');
  const cites = said?.kind === 'text' ? (said.cites ?? []).filter(({ url }) => url !== null) : [];
  const text = said?.kind === 'text' ? said.text : '';
  const bytes = (end: number) => Buffer.byteLength(text.slice(0, end));
  const groundingMetadata = {
    webSearchQueries: searches.map(({ query }) => query),
    groundingChunks: cites.map(({ url, title }) => ({ web: { uri: url, title } })),
    groundingSupports: cites.map(({ start, end }, index) => ({
      segment: { startIndex: bytes(start), endIndex: bytes(end), text: text.slice(start, end) },
      groundingChunkIndices: [index],
    })),
  };
  const urlMetadata = pages.map(({ query, error }) => ({
    retrievedUrl: query,
    urlRetrievalStatus: error === null ? 'URL_RETRIEVAL_STATUS_SUCCESS' : 'URL_RETRIEVAL_STATUS_ERROR',
  }));
  return {
    ...(searches.length > 0 && { groundingMetadata }),
    ...(pages.length > 0 && { urlContextMetadata: { urlMetadata } }),
  };
}

/** The parts of the answer in stream order, each with the number of visible characters. */
function* streamedParts(plan: Plan, head: AnswerHead): Generator<{ part: Json; shown: number; thought: boolean }> {
  let calls = 0;
  for (const step of plan.steps) {
    if (step.kind === 'thinking')
      for (const text of chunksOf(step.text))
        yield { part: { text, thought: true }, shown: text.length, thought: true };
    else if (step.kind === 'text')
      for (const text of chunksOf(step.text)) yield { part: { text }, shown: text.length, thought: false };
    else if (step.kind === 'call')
      yield { part: callPart(step, calls++, head), shown: step.json.length, thought: false };
    else {
      const part = ownPart(step, head);
      if (part) yield { part, shown: step.kind === 'picture' ? PICTURE_CHARS : 0, thought: false };
    }
  }
}

const countTokens = (plan: Plan, thinking: boolean) =>
  plan.steps
    .filter((step) => (step.kind === 'thinking' || step.kind === 'redacted') === thinking && step.kind !== 'refusal')
    .reduce(
      (sum, step) =>
        sum +
        (step.kind === 'picture' ? PICTURE_TOKENS : 0) +
        estimateTokens(step.kind === 'call' ? step.name + step.json : 'text' in step ? step.text : ''),
      0,
    );

const pictureTokens = (plan: Plan): number =>
  PICTURE_TOKENS * plan.steps.filter((step) => step.kind === 'picture' && !step.blocked).length;

/** Calls have their own signature; a text is signed on an empty part at the end (G10). */
const closingParts = (plan: Plan, head: AnswerHead): Json[] =>
  plan.steps.some((step) => step.kind === 'call') || plan.steps.length === 0
    ? []
    : [{ text: '', thoughtSignature: head.sign('*') }];

/** A blocked prompt has no candidates (G15). */
const blockedPrompt = (head: AnswerHead): Json => ({
  promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
  usageMetadata: usageOf(head, 0, 0),
  modelVersion: head.model,
  responseId: head.id,
});

export function* contentFrames(plan: Plan, head: AnswerHead): Generator<Frame> {
  let first = true;
  const emit = (chunk: Json, last: boolean): string => {
    const data = head.write(chunk, first ? 'first' : last ? 'last' : 'middle');
    first = false;
    return data;
  };
  if (plan.stop === 'blocked') {
    yield { data: emit(blockedPrompt(head), true), chars: 0 };
    return;
  }
  if (plan.stop === 'refusal' || moderated(plan) || broken(plan)) {
    const reason = finishReason(plan);
    const candidate = { finishReason: reason, ...(broken(plan) ? { finishMessage: 'Malformed function call' } : {}) };
    yield { data: emit(envelope(head, candidate, usageOf(head, 0, 0)), true), chars: 0 };
    return;
  }
  const seen = { thoughts: 0, answer: 0 };
  for (const { part, shown, thought } of streamedParts(plan, head)) {
    if (thought) seen.thoughts += shown;
    else seen.answer += shown;
    const usage = usageOf(head, Math.ceil(seen.thoughts / 4), Math.ceil(seen.answer / 4));
    yield {
      data: emit(envelope(head, { content: { parts: [part], role: 'model' } }, usage), false),
      chars: shown,
      of: thought ? 'thinking' : 'answer',
    };
  }
  const parts = closingParts(plan, head);
  const candidate = {
    ...(plan.steps.length === 0
      ? {}
      : { content: { parts: parts.length === 0 ? [{ text: '' }] : parts, role: 'model' } }),
    finishReason: finishReason(plan),
    ...besideContent(plan),
  };
  const usage = usageOf(head, countTokens(plan, true), countTokens(plan, false), pictureTokens(plan));
  yield { data: emit(envelope(head, candidate, usage), true), chars: 0 };
}

/** `generateContent`: everything in one object, with complete texts. */
export function wholeContent(plan: Plan, head: AnswerHead): Json {
  const usage = usageOf(head, countTokens(plan, true), countTokens(plan, false), pictureTokens(plan));
  if (plan.stop === 'blocked') return blockedPrompt(head);
  if (plan.stop === 'refusal' || moderated(plan) || broken(plan) || plan.steps.length === 0)
    return envelope(head, { finishReason: finishReason(plan) }, usage);
  let calls = 0;
  const parts = plan.steps.flatMap((step): Json[] => {
    if (step.kind === 'thinking') return [{ text: step.text, thought: true }];
    if (step.kind === 'text') return [{ text: step.text }];
    if (step.kind === 'call') return [callPart(step, calls++, head)];
    const own = ownPart(step, head);
    return own ? [own] : [];
  });
  const signed =
    calls > 0
      ? parts
      : parts.map((part, index) => (index === parts.length - 1 ? { ...part, thoughtSignature: head.sign('*') } : part));
  const content = { parts: signed, role: 'model' };
  return envelope(head, { content, finishReason: finishReason(plan), ...besideContent(plan) }, usage);
}
