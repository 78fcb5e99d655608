import { isObject } from '#core/json.ts';
import { reasonText } from '#core/reasons.ts';
import type { Vendor } from '#core/vendor.ts';
import type { VendorFetch } from '../base/base-ai-service.ts';
import { toModelError, VendorError } from '../base/model-error.ts';
import { nonAnswerError } from '../base/non-answer-error.ts';
import { tapFetch } from '../base/tap-fetch.ts';
import type { EmbeddingProtocol } from './can-embed.ts';

export interface EmbedRequest {
  vendor: Vendor;
  protocol: EmbeddingProtocol;
  baseUrl: string;
  fetch: VendorFetch;
  model: string;
  texts: readonly string[];
  /** What is looked for, or what it is looked for in. Some models tell them apart. */
  use: 'question' | 'document';
  signal: AbortSignal;
}

interface WireForm {
  path(model: string): string;
  body(model: string, texts: readonly string[], use: EmbedRequest['use']): unknown;
  /** The vectors in the order of the texts; `null` if the answer isn't in this form. */
  read(answer: unknown): unknown[] | null;
}

/** Its model card (2026-11): without these words, texts and questions end up apart. */
const named = (model: string, text: string, use: EmbedRequest['use']): string =>
  /nomic-embed-text/.test(model) ? `${use === 'question' ? 'search_query' : 'search_document'}: ${text}` : text;

const OPENAI: WireForm = {
  path: () => 'embeddings',
  // Nothing else: compatible servers refuse fields that they don't know.
  body: (model, texts, use) => ({ model, input: texts.map((text) => named(model, text, use)) }),
  read(answer) {
    const data = isObject(answer) && Array.isArray(answer['data']) ? (answer['data'] as unknown[]) : null;
    // The order is that of the texts, but only `index` promises it.
    return data?.every(isObject)
      ? [...data].sort((a, b) => Number(a['index'] ?? 0) - Number(b['index'] ?? 0)).map((one) => one['embedding'])
      : null;
  },
};

/** ai.google.dev (2026-11): it has 3,072 numbers by default, and its first 768 are nearly as good. */
const GEMINI_NUMBERS = 768;

const GEMINI: WireForm = {
  path: (model) => `v1beta/models/${encodeURIComponent(model)}:batchEmbedContents`,
  body: (model, texts, use) => ({
    requests: texts.map((text) => ({
      model: `models/${model}`,
      content: { parts: [{ text }] },
      taskType: use === 'question' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT',
      outputDimensionality: GEMINI_NUMBERS,
    })),
  }),
  read(answer) {
    const list = isObject(answer) ? answer['embeddings'] : null;
    return Array.isArray(list) ? list.map((one: unknown) => (isObject(one) ? one['values'] : null)) : null;
  },
};

/** Its own API (docs/api.md, 2026-08). */
const OLLAMA: WireForm = {
  path: () => 'api/embed',
  body: (model, texts, use) => OPENAI.body(model, texts, use),
  read(answer) {
    const list = isObject(answer) ? answer['embeddings'] : null;
    return Array.isArray(list) ? (list as unknown[]) : null;
  },
};

const FORMS: Readonly<Record<EmbeddingProtocol, WireForm>> = {
  'openai-responses': OPENAI,
  'openai-chat': OPENAI,
  gemini: GEMINI,
  ollama: OLLAMA,
};

/** Returns one vector for each text, all of one length. Rejects with VendorError. */
export async function embedTexts(request: EmbedRequest): Promise<number[][]> {
  const { vendor, protocol, baseUrl, model, texts, use, signal } = request;
  const form = FORMS[protocol];
  const tap = tapFetch(request.fetch, () => undefined);
  let answer: unknown;
  try {
    const response = await tap.fetch(`${baseUrl.replace(/\/+$/, '')}/${form.path(model)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(form.body(model, texts, use)),
      signal,
    });
    const body = await response.text();
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    answer = JSON.parse(body);
  } catch (error) {
    if (signal.aborted) throw new VendorError({ kind: 'aborted', retryable: false, message: 'Stopped.', vendor });
    const other = error instanceof SyntaxError ? nonAnswerError(tap, vendor, 'json') : null;
    throw new VendorError(other ?? toModelError(error, tap, vendor));
  }
  const vectors = form.read(answer);
  if (!vectors || vectors.length !== texts.length || !areVectors(vectors))
    throw new VendorError({
      kind: 'not_an_answer',
      retryable: false,
      message: reasonText('embedding.notVectors'),
      vendor,
    });
  return vectors;
}

function areVectors(values: readonly unknown[]): values is number[][] {
  const length = Array.isArray(values[0]) ? values[0].length : 0;
  return (
    length > 0 &&
    values.every((value) => Array.isArray(value) && value.length === length && value.every(Number.isFinite))
  );
}
