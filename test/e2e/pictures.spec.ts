import { list, object, objects } from '#core/wire/json.ts';
import { ask, chooseModel, recordWire, startPractice, turns, type WireCall } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { restoreFromArchive } from './support/restore.ts';
import { dumpStorage, readMessages } from './support/storage.ts';

const bodyOf = (call: WireCall | undefined) => object(JSON.parse(call?.body ?? '{}'));
const itemsOf = (call: WireCall | undefined) => objects(bodyOf(call).input);
const partsOf = (call: WireCall | undefined) =>
  objects(bodyOf(call).contents).flatMap((content) => objects(content.parts));

test('a picture is made at GPT, seen by Claude, edited by Gemini, and goes home unchanged, also after a restore', async ({
  baton,
  page,
}) => {
  const calls = recordWire(page);
  await startPractice(page, baton);
  const wanted = page.getByRole('button', { name: 'Make images' });
  await expect(wanted).toHaveCount(0);

  await chooseModel(page, 'Practice GPT');
  await wanted.focus();
  await page.keyboard.press('Enter');
  await expect(wanted).toHaveAttribute('aria-pressed', 'true');
  await ask(page, 'Draw a lighthouse.');
  expect(list(bodyOf(calls[0]).tools)).toContainEqual({ type: 'image_generation', partial_images: 2 });
  await turns(page).last().getByRole('button', { name: 'Enlarge Draw a lighthouse.' }).click();
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByRole('img', { name: 'Draw a lighthouse.' })).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Copy image' })).toBeVisible();
  await page.keyboard.press('Escape');

  await chooseModel(page, 'Practice Claude');
  await ask(page, 'What does it show?');
  await chooseModel(page, 'Practice Gemini');
  await ask(page, 'Draw it at night.');
  await ask(page, 'Now draw it by day.');
  await chooseModel(page, 'Practice GPT');
  await ask(page, 'Draw all of them together.\n!fault moderation');
  await expect(turns(page).last()).toContainText('No image was made. The vendor’s message: Your request was rejected');
  await ask(page, 'Thanks.');
  // The last one is recorded a little after its answer.
  await expect.poll(() => calls.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);

  const pictures = (await readMessages(page)).flatMap(({ parts }) => parts.filter((part) => part.type === 'image'));
  expect(pictures.map(({ prompt, itemId, signature }) => [prompt, itemId?.slice(0, 3), typeof signature])).toEqual([
    ['Draw a lighthouse.', 'ig_', 'undefined'],
    [undefined, undefined, 'string'],
    [undefined, undefined, 'string'],
  ]);
  expect(calls[1]?.body).toContain('[Image made earlier: Draw a lighthouse.]');
  expect(object(bodyOf(calls[2]).generationConfig).responseModalities).toEqual(['TEXT', 'IMAGE']);
  expect(partsOf(calls[3])).toContainEqual(expect.objectContaining({ thoughtSignature: pictures[1]?.signature }));
  const own = itemsOf(calls[5]).filter(({ type }) => type === 'image_generation_call');
  expect(own).toEqual([
    { type: 'image_generation_call', id: pictures[0]?.itemId, status: 'completed', result: expect.any(String) },
  ]);
  expect(calls[1]?.body).toContain(String(own[0]?.result));

  const before = await dumpStorage(page);
  await restoreFromArchive(page);
  const after = await dumpStorage(page);
  for (const table of ['sessions', 'messages', 'sends']) expect(after[table], table).toEqual(before[table]);
  await page.getByRole('link', { name: /lighthouse/ }).click();
  await ask(page, 'And once more?');
  const [first, ...rest] = itemsOf(calls[5]);
  expect(itemsOf(calls[6]).slice(0, rest.length + 1)).toEqual([first, ...rest]);
  expect(calls[6]?.status).toBe(200);
});
