import { describe, expect, it } from 'vitest';
import { VENDORS, type Vendor } from '#core/vendor.ts';
import type { Price } from '#core/vendors/base/model-facts.ts';
import { findModel } from '#vendors/catalog/find-model.ts';
import { listCatalog, listModelsOf } from '#vendors/catalog/list-models.ts';
import { mergeModel } from '#vendors/catalog/merge-model.ts';

describe('the catalog', () => {
  it('has each model once, with sane numbers and a date', () => {
    const keys = listCatalog().map(({ vendor, id }) => `${vendor} ${id}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const model of listCatalog()) {
      expect(model.asOf).toMatch(/^2026-\d\d-\d\d$/);
      expect(model.contextWindow).toBeGreaterThan(model.maxOutput === model.contextWindow ? 0 : (model.maxOutput ?? 0));
      // No table lists what a picture costs beside its text.
      if (/gemini.*-image$/.test(model.id)) continue;
      expect(model.price?.input).toBeGreaterThanOrEqual(0);
    }
  });

  it('offers a connection its own models only', () => {
    const rows = listModelsOf({ vendor: 'anthropic', protocol: 'anthropic', practice: false, custom: false });
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.every(({ id }) => id.startsWith('claude-'))).toBe(true);
    expect(listModelsOf({ vendor: 'openai', protocol: 'openai-chat', practice: false, custom: true })).toEqual([]);
    const practice = listModelsOf({ vendor: 'openai', protocol: 'openai-chat', practice: true, custom: false });
    expect(practice.map(({ id }) => id)).toEqual(['practice-chat']);
  });

  it('finds a model under a dated, prefixed or dotted name, and keeps that name', () => {
    for (const id of ['claude-opus-4-5-20251101', 'claude-opus-4.5', 'claude-opus-4-5-latest', 'Claude-Opus-4-5'])
      expect(findModel('anthropic', id, 'anthropic')).toMatchObject({ id, contextWindow: 200_000 });
    expect(findModel('gemini', 'models/gemini-3.8-flash', 'gemini').contextWindow).toBe(1_048_576);
    expect(findModel('openai', 'gpt-5-2025-08-07', 'openai-responses').price?.input).toBe(1.25);
    expect(findModel('openai', 'gpt-5.4', 'openai-chat')).toMatchObject({
      protocol: 'openai-chat',
      maxOutput: 128_000,
    });
  });

  it('knows nothing about an unknown model that could hurt', () => {
    for (const vendor of VENDORS) {
      const model = findModel(vendor, 'mystery-model-9', 'openai-chat', 'https://example.com/v1');
      expect(model).toMatchObject({ contextWindow: null, maxOutput: null, id: 'mystery-model-9' });
      expect(model.price).toBeUndefined();
    }
    expect(findModel('openai', 'mystery', 'openai-chat', 'http://127.0.0.1:1234/v1')).toMatchObject({
      images: false,
      files: false,
      thinking: { kind: 'none' },
    });
  });

  it.each([
    ['claude-opus-6', { adaptive: true, manual: false, off: false, binding: 'all' }],
    ['claude-mythos-5-1', { adaptive: true, off: false, binding: 'all' }],
    ['claude-sonnet-5-20260301', { adaptive: true, off: true, binding: 'none' }],
    ['claude-opus-4-7-20260415', { adaptive: true, manual: false }],
    ['claude-sonnet-4-20250514', { manual: true, adaptive: false }],
    ['claude-3-7-sonnet-20250219', { manual: true, adaptive: false }],
    ['claude-3-5-haiku-latest', { kind: 'none' }],
    ['kimi-k3', { kind: 'none' }],
  ])('guesses the thinking of %s', (id, expected) => {
    expect(findModel('anthropic', id, 'anthropic').thinking).toMatchObject(expected);
  });

  it.each([
    ['gemini', 'gemini-4-basalt', { kind: 'gemini-level', off: false }],
    ['gemini', 'gemini-2.5-pro-exp', { kind: 'gemini-budget', off: false }],
    ['gemini', 'gemini-2.0-flash', { kind: 'none' }],
    ['gemini', 'gemma-3-27b-it', { kind: 'none' }],
    ['openai', 'gpt-7', { kind: 'effort', off: false }],
    ['openai', 'gpt-4-turbo', { kind: 'none' }],
    ['deepseek', 'deepseek-v5', { kind: 'toggle' }],
    ['deepseek', 'deepseek-reasoner', { kind: 'none' }],
    ['mistral', 'magistral-small-2509', { kind: 'toggle', off: false }],
    ['mistral', 'mistral-medium-3.5', { kind: 'effort', off: true, efforts: ['none', 'high'] }],
    ['mistral', 'mistral-medium-3-5', { kind: 'effort', off: true, efforts: ['none', 'high'] }],
    ['mistral', 'mistral-medium-latest', { kind: 'effort', off: true, efforts: ['none', 'high'] }],
    ['mistral', 'mistral-small-latest', { kind: 'effort', off: true, efforts: ['none', 'high'] }],
    ['mistral', 'mistral-small-2603', { kind: 'effort', off: true, efforts: ['none', 'high'] }],
    ['mistral', 'mistral-medium-2508', { kind: 'none' }],
    ['mistral', 'mistral-small-2506', { kind: 'none' }],
    ['xai', 'grok-5', { kind: 'effort' }],
    ['xai', 'grok-3', { kind: 'none' }],
    ['openrouter', 'anthropic/claude-opus-4.8', { kind: 'effort' }],
    ['ollama', 'qwen3:8b', { kind: 'none' }],
  ] as const)('guesses the thinking of %s %s', (vendor, id, expected) => {
    expect(findModel(vendor, id, 'openai-chat').thinking).toMatchObject(expected);
  });
});

describe('what the vendor lists and what the user says', () => {
  const known = findModel('gemini', 'gemini-3.8-flash', 'gemini');
  const unknown = findModel('openrouter', 'new/model', 'openai-chat');
  const stepped = findModel('openai', 'gpt-5.5', 'openai-responses');

  it('fills in what nobody knew', () => {
    expect(mergeModel(unknown, { label: 'New', contextWindow: 64_000, maxOutput: 8_000 })).toMatchObject({
      id: 'new/model',
      label: 'New',
      contextWindow: 64_000,
      maxOutput: 8_000,
    });
    expect(mergeModel(unknown)).toEqual(unknown);
  });

  it('believes the list over the catalog in numbers, the catalog in names', () => {
    const merged = mergeModel(known, { label: 'models/whatever', contextWindow: 500_000, maxOutput: 1_000 });
    expect(merged).toMatchObject({ label: 'Gemini 3.8 Flash', contextWindow: 500_000, maxOutput: 1_000 });
  });

  it.each([0, -1, Number.NaN, 1.5, Number.POSITIVE_INFINITY])('does not believe a window of %s', (contextWindow) => {
    expect(mergeModel(known, { contextWindow }).contextWindow).toBe(known.contextWindow);
    expect(mergeModel(unknown, { contextWindow }).contextWindow).toBeNull();
  });

  it('does not leave a price step behind because a list says that more is possible', () => {
    expect(mergeModel(stepped, { contextWindow: 1_050_000 }).contextWindow).toBe(272_000);
    expect(mergeModel(stepped, { contextWindow: 128_000 }).contextWindow).toBe(128_000);
  });

  it('lets the user have the last word', () => {
    const merged = mergeModel(stepped, { contextWindow: 128_000 }, { contextWindow: 1_000_000, tools: false });
    expect(merged).toMatchObject({ contextWindow: 1_000_000, tools: false, images: true, label: 'GPT-5.5' });
  });

  it('takes parts of a price from the user and the rest from the catalog', () => {
    const price = { input: 1, output: 2, cacheRead: 0.1, above: { tokens: 10, input: 2, output: 4 } };
    const base = { ...known, price };
    expect(mergeModel(base, {}, { price: { cacheRead: 0.5 } }).price).toEqual({ ...price, cacheRead: 0.5 });
    // The user's own price applies to every length: the step belonged to the other price.
    expect(mergeModel(base, {}, { price: { input: 0 } }).price).toEqual({ input: 0, output: 2, cacheRead: 0.1 });
    expect(mergeModel(unknown, {}, { price: { input: 3, output: 9 } }).price).toEqual({ input: 3, output: 9 });
    expect(mergeModel(unknown, {}, { price: { input: 3 } })).toEqual(unknown);
  });

  it('changes nothing it was given', () => {
    const before = JSON.stringify(known);
    mergeModel(Object.freeze(known), Object.freeze({ contextWindow: 1 }), Object.freeze({ tools: false }));
    expect(JSON.stringify(known)).toBe(before);
  });
});

describe('rows', () => {
  const row = (vendor: Vendor, id: string) => listCatalog().find((model) => model.vendor === vendor && model.id === id);

  /** vendor-rules section 6, USD per million tokens: input, output, cache read, cache write, and the step. */
  it.each<[Vendor, string, number, number, Price]>([
    ['anthropic', 'claude-fable-5-2', 1_000_000, 128_000, { input: 8, output: 40, cacheRead: 0.2, cacheWrite: 10 }],
    [
      'anthropic',
      'claude-haiku-5-5',
      1_000_000,
      128_000,
      {
        input: 0.1,
        output: 0.5,
        cacheRead: 0.01,
        cacheWrite: 0.125,
        above: { tokens: 100_000, input: 0.5, output: 2.5 },
      },
    ],
    ['anthropic', 'claude-opus-4-5', 200_000, 64_000, { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 }],
    [
      'openai',
      'gpt-5.5',
      272_000,
      128_000,
      { input: 5, output: 30, cacheRead: 0.5, above: { tokens: 272_000, input: 10, output: 45 } },
    ],
    ['openai', 'gpt-4.1-nano', 1_047_576, 32_768, { input: 0.1, output: 0.4 }],
    [
      'gemini',
      'gemini-3.1-pro-preview',
      1_048_576,
      65_536,
      { input: 2, output: 12, cacheRead: 0.2, above: { tokens: 200_000, input: 4, output: 18 } },
    ],
    ['groq', 'llama-3.1-8b-instant', 131_072, 131_072, { input: 0.05, output: 0.08 }],
    ['cerebras', 'qwen-3.8-27b', 131_072, 40_960, { input: 0.99, output: 1.49 }],
    ['deepseek', 'deepseek-flash', 1_000_000, 384_000, { input: 0.3, output: 1.2, cacheRead: 0.006 }],
    ['mistral', 'mistral-large-4', 1_048_576, 262_144, { input: 0.7, output: 2.1, cacheRead: 0.07 }],
    [
      'xai',
      'grok-4.5',
      500_000,
      128_000,
      { input: 2, output: 6, cacheRead: 0.3, above: { tokens: 200_000, input: 4, output: 12 } },
    ],
    ['fireworks', 'accounts/fireworks/models/kimi-k3', 1_000_000, 131_072, { input: 3, output: 15 }],
  ])('%s %s', (vendor, id, contextWindow, maxOutput, price) => {
    expect(row(vendor, id)).toMatchObject({ contextWindow, maxOutput });
    expect(row(vendor, id)?.price).toEqual(price);
  });

  it('number as many as were collected', () => {
    const counts = VENDORS.map((vendor) => [vendor, listCatalog().filter((model) => model.vendor === vendor).length]);
    expect(Object.fromEntries(counts)).toEqual({
      anthropic: 15 + 2,
      openai: 24 + 2,
      gemini: 14 + 1,
      groq: 5,
      cerebras: 2,
      fireworks: 3,
      deepseek: 2,
      mistral: 4,
      xai: 4,
      openrouter: 0,
      ollama: 0,
    });
  });

  it.each([
    ['gemma3:4b', false],
    ['hf.co/someone/gemma3:12b', false],
    ['llama3:8b', false],
    ['llama3.1:8b', true],
    ['qwen3:8b', true],
    ['gpt-oss:20b', true],
    ['phi4-mini', true],
  ])('Ollama’s %s takes tools: %s (L1)', (id, tools) => {
    expect(findModel('ollama', id, 'openai-chat').tools).toBe(tools);
  });
});
