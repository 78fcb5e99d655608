import { expect, it } from 'vitest';
import type { Note } from '#core/request.ts';
import { Lab, practiceVendors, seatTarget } from './practice-lab.ts';

const LONG = 'and so on and so forth, '.repeat(900);

/** Notes at the end of an answer to this text. */
async function notesAfter(seat: string, text: string): Promise<readonly Note[]> {
  const vendors = practiceVendors();
  const lab = new Lab((input, init) => vendors.fetch(new Request(input, init)));
  const target = seatTarget(seat);
  await lab.say(text, target);
  let notes: readonly Note[] = [];
  lab.history.push({ id: 'next', role: 'user', parts: [{ type: 'text', text: 'And now?' }] });
  await lab.request(target, undefined, {}, (event) => {
    if (event.type === 'end') notes = event.notes ?? [];
  });
  return notes;
}

it('says of an answer that the server had cut its prompt (L4)', async () => {
  const [note] = await notesAfter('Ollama', LONG);
  expect(note?.rule).toBe('vendor-cut-prompt');
  expect(note?.detail).toMatch(/^\d{2,4} of about \d{4,5} tokens were read$/);
});

it.each([
  ['Ollama', 'Hello'],
  ['Ollama', LONG.slice(0, 9000)],
  ['a local server', LONG.slice(0, 9000)],
  ['Groq', LONG],
])('says nothing of the kind at %s when all was read', async (seat, text) => {
  expect(await notesAfter(seat, text)).toEqual([]);
});
