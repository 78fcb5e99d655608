import { describe, expect, it } from 'vitest';
import { fieldsOf, findOfferings, offeringsOf } from '#ui/features/conversation/agent/insert/offering.ts';

const notes = {
  server: 'notes',
  label: 'My notes',
  resources: [{ uri: 'note://groceries', name: 'Monday', description: '', mime: 'text/plain' }],
  templates: [{ template: 'note://{day}/{hour}', name: 'By day', description: '', variables: ['day', 'hour'] }],
  prompts: [
    { id: 'sum', name: '요약', description: 'Sums up', fields: [{ name: 'tone', description: '', required: false }] },
  ],
};

describe('what servers have for a message', () => {
  const all = offeringsOf(notes);

  it('lists the few prompts before the many resources', () => {
    expect(all.map(({ kind, label }) => [kind, label])).toEqual([
      ['prompt', 'My notes'],
      ['template', 'My notes'],
      ['resource', 'My notes'],
    ]);
    expect(new Set(all.map(({ key }) => key)).size).toBe(3);
  });

  it.each([
    ['요약', ['prompt']],
    ['GROCERIES', ['resource']],
    ['note day', ['template', 'resource']],
    ['sums my', ['prompt']],
    ['{day}', ['template']],
    ['', ['prompt', 'template', 'resource']],
    ['nowhere', []],
  ])('finds %j by name, address, description and server', (search, kinds) => {
    expect(findOfferings(all, search).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('knows what has to be filled in', () => {
    expect(all.map((one) => fieldsOf(one).map(({ name, required }) => [name, required]))).toEqual([
      [['tone', false]],
      [
        ['day', true],
        ['hour', true],
      ],
      [],
    ]);
  });
});
