import { expect, it } from 'vitest';
import type { Part } from '#core/message.ts';
import type { Target } from '#core/request.ts';
import { practiceTarget } from '../vendors/practice-lab.ts';
import { answerOf, RecoveryLab, refusesWhile, user, withModel } from './recovery-lab.ts';

const claude = practiceTarget('practice-claude');
const gpt = withModel(practiceTarget('practice-gpt'), { images: true });
const gemini = withModel(practiceTarget('practice-gemini'), { images: true });
const blind = withModel(gpt, { id: 'gpt-5.6-sol' });

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';
const data = (mark: string) => Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.from(mark)]).toString('base64');
const GOOD = data('good');
const BAD = data('bad');
const shows = (text: string, bytes: string): Part[] => [
  { type: 'image', mime: 'image/png', data: bytes },
  { type: 'text', text },
];
const has = (body: unknown, bytes: string) => JSON.stringify(body).includes(bytes);

async function openLab(): Promise<RecoveryLab> {
  const lab = await RecoveryLab.open();
  lab.gate = refusesWhile(
    (body) => has(body, BAD),
    'The image data you provided does not represent a valid image. Please check your input and try again.',
  );
  return lab;
}

it('blames the new picture, and every later request still has those that were accepted', async () => {
  const lab = await openLab();
  expect((await lab.ask(shows('What is this?', GOOD), gpt)).message.error).toBeUndefined();

  const refused = await lab.ask(shows('And this?', BAD), gpt);
  expect(refused.message.error).toMatchObject({ kind: 'invalid_parameter' });
  expect(refused.bodies).toHaveLength(1);
  expect(refused.added).toEqual([]);

  const mended = await lab.ask('Never mind.', gpt);
  expect(mended.message.error).toBeUndefined();
  expect(mended.bodies.map((body) => [has(body, GOOD), has(body, BAD)])).toEqual([
    [true, true],
    [true, false],
  ]);
  expect(mended.added).toHaveLength(1);

  const next = await lab.ask('Go on.', gpt);
  expect(next.message.error).toBeUndefined();
  expect(next.bodies.map((body) => [has(body, GOOD), has(body, BAD)])).toEqual([[true, false]]);
});

it('keeps those that another model read if leaving them out was no help', async () => {
  const lab = await openLab();
  await lab.put(user('What is this?', { type: 'image', mime: 'image/png', data: GOOD }), answerOf(claude));
  const { leaf } = lab;
  const refused = await lab.ask(shows('And this?', BAD), gpt);
  expect(refused.message.error).toMatchObject({ kind: 'invalid_parameter' });
  expect(refused.bodies.map((body) => [has(body, GOOD), has(body, BAD)])).toEqual([
    [true, true],
    [false, true],
  ]);
  expect(refused.added).toEqual([]);

  // The message is edited.
  lab.leaf = leaf;
  const edited = await lab.ask('And in words?', gpt);
  expect(edited.message.error).toBeUndefined();
  expect(edited.bodies.map((body) => has(body, GOOD))).toEqual([true]);
  expect(lab.errors).toEqual([]);
});

it.each<[target: Target, words: string]>([
  // claude-code#6300, 2025-08
  [claude, 'messages.0.content.1.image.source.base64.data: Image does not match the provided media type image/png'],
  // opencode#23983, 2026-04
  [gpt, "Invalid 'input[0].content[1].image_url'. Expected a base64-encoded data URL with an image MIME type"],
  // claude-code-router#845, 2025-09
  [gemini, "Invalid value at 'contents[0].parts[1].inline_data.data' (TYPE_BYTES), Base64 decoding failed"],
])('leaves out only the picture that the vendor names, and only there: %#', async (target, words) => {
  const lab = await RecoveryLab.open();
  lab.gate = refusesWhile((body) => has(body, BAD), words);
  const pictures = [GOOD, BAD].map((bytes): Part => ({ type: 'image', mime: 'image/png', data: bytes }));
  await lab.put(user('Compare.', ...pictures), answerOf(target));
  const mended = await lab.ask('Go on.', target);
  expect(mended.message.error).toBeUndefined();
  expect(mended.bodies.map((body) => [has(body, GOOD), has(body, BAD)])).toEqual([
    [true, true],
    [true, false],
  ]);
  expect(mended.added).toMatchObject([{ kind: 'omit-media', target: { part: 1 } }]);

  const next = await lab.ask('And now?', target);
  expect(next.bodies.map((body) => [has(body, GOOD), has(body, BAD)])).toEqual([[true, false]]);
});

it('shows another model at the same address what one of them can’t see', async () => {
  const lab = await RecoveryLab.open();
  lab.gate = refusesWhile(
    (body) => body['model'] === blind.model.id && has(body, GOOD),
    'This is not a multimodal model',
  );
  expect((await lab.ask(shows('What is this?', GOOD), gpt)).message.error).toBeUndefined();
  const unseen = await lab.ask('And now?', blind);
  expect(unseen.message.error).toBeUndefined();
  expect(unseen.bodies.map((body) => has(body, GOOD))).toEqual([true, false]);
  const seen = await lab.ask('And you?', gpt);
  expect(seen.message.error).toBeUndefined();
  expect(seen.bodies.map((body) => has(body, GOOD))).toEqual([true]);
  expect((await lab.ask('Go on.', blind)).bodies).toHaveLength(1);
});
