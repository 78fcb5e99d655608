import { expect, test } from 'vitest';
import { findModel, labelOf } from '#vendors/catalog/find-model.ts';

const BEDROCK = 'https://bedrock-mantle.us-east-1.api.aws/anthropic';

test.for([
  'anthropic.claude-haiku-4-5',
  'anthropic.claude-haiku-4-5-20251001-v1:0',
  'us.anthropic.claude-haiku-4-5-20251001-v1:0',
  'global.anthropic.claude-haiku-4-5-v1',
])('%s of Bedrock has the facts of the same model at Anthropic', (id) => {
  const own = findModel('anthropic', 'claude-haiku-4-5', 'anthropic');
  expect(own.contextWindow).not.toBeNull();
  expect(findModel('anthropic', id, 'anthropic', BEDROCK)).toEqual({ ...own, id });
  expect(labelOf(id)).toBe(own.label);
});

test('another vendor at Bedrock is not a Claude', () => {
  expect(findModel('anthropic', 'us.amazon.nova-pro-v1:0', 'anthropic', BEDROCK)).toMatchObject({
    label: 'us.amazon.nova-pro-v1:0',
    contextWindow: null,
  });
});
