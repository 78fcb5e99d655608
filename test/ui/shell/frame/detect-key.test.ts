import { describe, expect, it } from 'vitest';
import { cleanKey, detectVendor } from '#ui/shared/secrets/detect-key.ts';

const filler = (length: number) => 'aB3dE6gH9jK2mN5pQ8sT'.repeat(8).slice(0, length);

describe('detectVendor', () => {
  it.each([
    [`sk-ant-api03-${filler(95)}`, 'anthropic'],
    [`sk-proj-${filler(120)}`, 'openai'],
    [`sk-svcacct-${filler(60)}`, 'openai'],
    [`sk-${filler(20)}T3BlbkFJ${filler(20)}`, 'openai'],
    [`sk-or-v1-${'0af3'.repeat(16)}`, 'openrouter'],
    [`sk-${'0af3'.repeat(8)}`, 'deepseek'],
    [`AIza${filler(35)}`, 'gemini'],
    [`AQ.${filler(50)}`, 'gemini'],
    [`gsk_${filler(52)}`, 'groq'],
    [`csk-${filler(48)}`, 'cerebras'],
    [`fw_${filler(24)}`, 'fireworks'],
    [`xai-${filler(80)}`, 'xai'],
  ])('%s', (key, vendor) => {
    expect(detectVendor(key)).toBe(vendor);
    expect(detectVendor(`  ${key}\n`)).toBe(vendor);
  });

  it.each(['', 'sk-', filler(32), 'hello', `sk-${filler(40)}`])('makes no claim about %j', (key) => {
    expect(detectVendor(key)).toBeNull();
  });
});

describe('cleanKey', () => {
  it.each([
    ['  sk-ant-1  \n', 'sk-ant-1'],
    ['"sk-ant-1"', 'sk-ant-1'],
    ["'sk-ant-1';", 'sk-ant-1'],
    ['ANTHROPIC_API_KEY=sk-ant-1', 'sk-ant-1'],
    ['export OPENAI_API_KEY="sk-proj-1"', 'sk-proj-1'],
    ['Bearer gsk_1', 'gsk_1'],
    ['Authorization: Bearer gsk_1', 'gsk_1'],
    ['sk-with"quote', 'sk-with"quote'],
    ['', ''],
  ])('%j -> %j', (pasted, key) => {
    expect(cleanKey(pasted)).toBe(key);
  });
});
