import { ask, chooseModel, newChat, recordWire, startPractice, turns } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { readMessages, readOpenMessages } from './support/storage.ts';

test('a conversation goes round the vendors, with thinking and without', async ({ baton, page }) => {
  await startPractice(page, baton);
  await test.step('Anthropic, OpenAI, Gemini and back with thinking: no refusal, own signatures byte-identical', async () => {
    const calls = recordWire(page);
    await ask(page, '!think 2\nFirst, as Claude. 한국어도 섞어서.');
    await chooseModel(page, 'Practice GPT');
    await ask(page, '!think 2\nSecond, as GPT.');
    await chooseModel(page, 'Practice Gemini');
    await ask(page, '!think 2\nThird, as Gemini.');
    await chooseModel(page, 'Practice Claude');
    await ask(page, 'Fourth, as Claude again.');
    await chooseModel(page, 'Practice GPT');
    await ask(page, 'Fifth, as GPT again.');
    await chooseModel(page, 'Practice Chat');
    await ask(page, 'Sixth, over Chat Completions.');

    expect(calls.map(({ connection, status }) => `${connection} ${status}`)).toEqual([
      'practice-anthropic 200',
      'practice-openai 200',
      'practice-gemini 200',
      'practice-anthropic 200',
      'practice-openai 200',
      'practice-chat 200',
    ]);
    const messages = await readMessages(page);
    expect(messages).toHaveLength(12);
    expect(messages.filter((message) => message.error)).toEqual([]);

    const claude = messages[1]?.parts.find((part) => part.type === 'thinking');
    const gpt = messages[3]?.parts.find((part) => part.type === 'thinking');
    const signature = claude?.type === 'thinking' ? claude.signature : undefined;
    const encrypted = gpt?.type === 'thinking' ? gpt.encrypted : undefined;
    if (!signature || !encrypted || claude?.type !== 'thinking') throw new Error('no opaque state was stored');

    const own = (vendor: number) => JSON.parse(calls[vendor]?.body ?? '{}') as Record<string, unknown>;
    expect(JSON.stringify(own(3))).toContain(
      JSON.stringify({ type: 'thinking', thinking: claude.text, signature }).slice(1, -1),
    );
    expect(calls[4]?.body).toContain(JSON.stringify(encrypted));
    for (const [index, call] of calls.entries()) {
      if (![0, 3].includes(index)) expect(call.body, call.connection).not.toContain(signature);
      if (![1, 4].includes(index)) expect(call.body, call.connection).not.toContain(encrypted);
    }

    await expect(page.getByRole('button', { name: /^Switched: Practice GPT to Practice Chat/ })).toBeVisible();
    await expect(turns(page).last()).toContainText('Practice Chat');
  });
  await test.step('the same round without thinking', async () => {
    await newChat(page);
    await chooseModel(page, 'Practice Claude');
    const calls = recordWire(page);
    await page.getByRole('button', { name: /^Thinking:/ }).click();
    await page
      .getByRole('radio', { name: /^Off/ })
      .or(page.getByRole('menuitemradio', { name: /^Off/ }))
      .or(page.getByRole('option', { name: /^Off/ }))
      .first()
      .click();
    for (const model of ['Practice Claude', 'Practice GPT', 'Practice Gemini', 'Practice Claude']) {
      await chooseModel(page, model);
      await ask(page, `Say something, ${model}.`);
    }
    expect(calls.map((call) => call.status)).toEqual([200, 200, 200, 200]);
    const messages = await readOpenMessages(page);
    const thought = messages.filter((message) => message.parts.some((part) => part.type === 'thinking'));
    // Gemini 3 can't switch thinking off (https://ai.google.dev/gemini-api/docs/thinking, 2026-11).
    expect(thought.map((message) => message.origin?.vendor)).toEqual(['gemini']);
  });
});
