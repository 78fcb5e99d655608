import { describe, expect, it } from 'vitest';
import { findTaskModel } from '#flows/agent/task-model.ts';
import { readTaskNote, taskNote } from '#flows/agent/task-note.ts';
import { listCatalog } from '#vendors/catalog/list-models.ts';
import type { Connection } from '#contract/connection.ts';
import type { SessionTarget } from '#storage/rows.ts';

const connection = (id: string): Connection => ({
  id,
  label: id,
  vendor: 'openai',
  protocol: 'openai-responses',
  baseUrl: 'https://example.invalid/v1',
  practice: false,
  custom: false,
  needsKey: true,
  configured: true,
  last4: null,
  account: null,
  keyUrl: null,
});
const [SAMPLE] = listCatalog();
const choice = (at: string, id: string, label = id) => {
  if (!SAMPLE) throw new Error('the catalog is empty');
  return { connection: connection(at), model: { ...SAMPLE, id, label }, edited: false };
};
const OWN: SessionTarget = { connection: 'near', model: 'custom-1', thinking: 'low' };
const CHOICES = [
  choice('far', 'small'),
  choice('far', 'large', 'The Large One'),
  choice('near', 'small'),
  choice('near', 'mid', 'Large'),
];

describe('the model of a task', () => {
  it.each([
    [null, 'near', 'custom-1'],
    ['', 'near', 'custom-1'],
    ['Custom-1', 'near', 'custom-1'],
    [' small ', 'near', 'small'],
    ['far/small', 'far', 'small'],
    ['large', 'far', 'large'],
    ['the large one', 'far', 'large'],
  ])('named %j is at %s: %s', (name, at, model) => {
    expect(findTaskModel(name, OWN, CHOICES)).toEqual({ connection: at, model, thinking: 'low' });
  });

  it('that nobody has is refused with names that exist, near ones first and not too many', () => {
    expect(() => findTaskModel('huge', OWN, CHOICES)).toThrow(/"huge".*one of: custom-1, small, mid, large\.$/);
    const many = Array.from({ length: 50 }, (_, index) => choice('near', `m${index}`));
    expect(() => findTaskModel('huge', OWN, many)).toThrow(/m18 and 31 more\.$/);
  });
});

describe('the note about the end of a task', () => {
  it.each(['Look it up', 'He said "hi" {"task": 1}.', '요약\n둘', '\\'])('is read again with the title %j', (title) => {
    const text = taskNote('01a1', title);
    expect(readTaskNote({ author: 'automation', parts: [{ type: 'text', text }] })).toBe(title);
    expect(readTaskNote({ parts: [{ type: 'text', text }] })).toBeNull();
  });

  it('is nothing else', () => {
    expect(readTaskNote({ author: 'automation', parts: [{ type: 'text', text: 'Continue.' }] })).toBeNull();
    expect(readTaskNote({ author: 'automation', parts: [] })).toBeNull();
  });
});
