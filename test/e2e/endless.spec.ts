import { messageBox, settle, startPractice, stopButton, turns, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

const LIMIT = 10_000_000;

const event = (type: string, rest: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;

/** An answer of Practice Claude that would be `length` characters long. */
function longAnswer(length: number): string {
  const sentence = 'The same words again, and **again**, as a model in a loop writes them. ';
  const text = sentence.repeat(Math.ceil(20_000 / sentence.length)).slice(0, 20_000);
  const usage = { input_tokens: 5, output_tokens: 1 };
  return [
    event('message_start', {
      message: {
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'practice',
        content: [],
        stop_reason: null,
        usage,
      },
    }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }).repeat(length / text.length),
    event('content_block_stop', { index: 0 }),
    event('message_delta', { delta: { stop_reason: 'end_turn' }, usage }),
    event('message_stop', {}),
  ].join('');
}

/** Figures are printed but not gated, because machines differ. */
test('an answer without an end is ended, kept, said, and opens again', async ({ baton, page }, info) => {
  test.setTimeout(300_000);
  await page.addInitScript(() => {
    const store = window as Window & { longest?: number };
    store.longest = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) store.longest = Math.max(store.longest ?? 0, entry.duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  const longest = () => page.evaluate(() => (window as Window & { longest?: number }).longest ?? 0);
  await startPractice(page, baton);
  await page.route('**/v1/messages*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: longAnswer(LIMIT + 1_000_000) }),
  );
  const sent = Date.now();
  await write(page, 'Go.');
  // Not found by its words: a text search would go through all of the text each time.
  await stopButton(page).waitFor();
  await settle(page, 200_000);
  const settledMs = Date.now() - sent;
  const longestStreaming = await longest();
  await expect(page.getByText('The answer was too long, so Baton stopped it')).toBeVisible({ timeout: 60_000 });
  await page.unroute('**/v1/messages*');

  await page.reload();
  const opening = Date.now();
  await turns(page).last().waitFor({ timeout: 100_000 });
  const openedMs = Date.now() - opening;
  const longestOpening = await longest();
  await expect(page.getByText('The answer was too long, so Baton stopped it')).toBeVisible({ timeout: 60_000 });
  await expect(messageBox(page)).toBeEditable();
  info.annotations.push({
    type: 'figures',
    description: JSON.stringify({ settledMs, longestStreaming, openedMs, longestOpening }),
  });
});
