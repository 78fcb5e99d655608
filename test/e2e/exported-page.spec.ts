import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { render as ko } from '#texts/ko/render.ts';
import { runAxe } from './support/accessibility.ts';
import { answer, conversation, user, PNG, PNG_HASH, rendered, results, text } from '../archive/render/conversation.ts';

const MARKDOWN = `## 비교

| 방법 | 비용 |
|---|--:|
| 증분 | 35 |

- [x] 설계

\`\`\`ts
const line = '${'a very long line of code '.repeat(12)}';
\`\`\`

$$\\int_0^1 x^2\\,dx = \\frac{1}{3}, \\quad \\fcolorbox{red}{blue}{y}$$

![다른 곳의 그림](https://other.example/a.png) <script>document.title = 'run'</script> [^1]

[^1]: 각주`;

const history = () =>
  conversation([
    user('사진을 보고 설명해 줘', {
      parts: [text('사진을 보고 설명해 줘'), { type: 'image', mime: 'image/png', blob: PNG_HASH, bytes: PNG.length }],
    }),
    answer(
      [
        { type: 'thinking', text: '곰곰이 생각한다', durationMs: 3_000 },
        text(MARKDOWN),
        { type: 'tool_call', id: 'c', name: 'read_file', args: { path: 'a.ts' } },
      ],
      { stop: 'tool' },
    ),
    results({ type: 'tool_result', callId: 'c', text: 'x'.repeat(3_000), isError: true }),
    ...Array.from({ length: 6 }, (_, at) => [user(`질문 ${at}`), answer('답')]).flat(),
    answer([], { error: { kind: 'server', retryable: true, message: 'Out of order', status: 500 } }),
    answer('다른 답', { parentId: 'm1' }),
  ]);

test('an exported page opens from a disk, reads well in light and dark, prints whole, and asks nobody for anything', async ({
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'baton-export-'));
  try {
    const file = join(folder, '대화.html');
    const shown = history();
    shown.session.leafId = shown.messages.at(-2)?.id ?? null;
    writeFileSync(file, await rendered('html', shown, { texts: ko }));
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ colorScheme, viewport: { width: 360, height: 800 } });
      const page = await context.newPage();
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      page.on('pageerror', (error) => said.push(String(error)));
      page.on('request', (request) => {
        if (!/^(?:file|data):/.test(request.url())) said.push(request.url());
      });
      await page.goto(pathToFileURL(file).href);

      await expect(page).toHaveTitle('A title');
      await expect(page.getByRole('img', { name: '이미지 1' })).toBeVisible();
      await expect(page.locator('math').first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      const [red] = await page.evaluate(
        () =>
          getComputedStyle(document.body)
            .color.match(/[\d.]+/g)
            ?.map(Number) ?? [],
      );
      expect((red ?? 0) > 0.5).toBe(colorScheme === 'dark');

      await page.getByText('차례').click();
      await page.getByRole('link', { name: '질문 3' }).click();
      await expect(page.locator('article:target')).toContainText('질문 3');
      await page.getByText('read_file').click();
      await expect(page.locator('details.tool pre').last()).toBeVisible();

      expect(said).toEqual([]);

      expect(await runAxe(page, { exclude: [] }, {})).toEqual([]);

      await page.emulateMedia({ media: 'print', colorScheme });
      await expect(page.getByText('곰곰이 생각한다')).toBeVisible();
      await expect(page.getByRole('navigation')).toBeHidden();
      const cut = await page.evaluate(
        () =>
          [...document.querySelectorAll('pre, .table, .math')].filter((one) => one.scrollWidth > one.clientWidth + 1)
            .length,
      );
      expect(cut).toBe(0);
      expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
      await context.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
