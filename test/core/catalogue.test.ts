import { describe, expect, it } from 'vitest';
import { VENDORS } from '#core/vendor.ts';
import { findModel } from '#vendors/catalogue/find-model.ts';
import { listCatalogue, listModelsOf } from '#vendors/catalogue/list-models.ts';

describe('the catalogue', () => {
  it('has each model once, with sane numbers and a date', () => {
    const keys = listCatalogue().map(({ vendor, id }) => `${vendor} ${id}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const model of listCatalogue()) {
      expect(model.asOf).toMatch(/^2026-\d\d-\d\d$/);
      expect(model.contextWindow).toBeGreaterThan(model.maxOutput === model.contextWindow ? 0 : (model.maxOutput ?? 0));
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
    ['mistral', 'magistral-small-2509', { kind: 'toggle' }],
    ['xai', 'grok-5', { kind: 'effort' }],
    ['xai', 'grok-3', { kind: 'none' }],
    ['openrouter', 'anthropic/claude-opus-4.8', { kind: 'effort' }],
    ['ollama', 'qwen3:8b', { kind: 'none' }],
  ] as const)('guesses the thinking of %s %s', (vendor, id, expected) => {
    expect(findModel(vendor, id, 'openai-chat').thinking).toMatchObject(expected);
  });
});
