import { expectAccessible } from './support/accessibility.ts';
import { ask, messageBox, newChat, settle, startPractice, turns } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { readOpenMessages } from './support/storage.ts';

test('answers and questions are edited, gone on from, excluded, deleted and restored', async ({
  baton,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await startPractice(page, baton);
  await test.step('the text of an answer: edited as a version, quoted, copied formatted, and shown as Markdown', async () => {
    await ask(page, '!echo\n| Bird | Color |\n| --- | --- |\n| Heron | green |');
    const answer = turns(page).last();
    const more = answer.getByRole('button', { name: 'More' });
    const item = async (name: string) => {
      await answer.hover();
      await more.click();
      await page.getByRole('menuitem', { name }).click();
    };

    // The button stays in view while its menu is open, wherever the pointer and the focus are.
    await answer.hover();
    await more.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(answer.locator('span:has(> [data-popup-open])')).toHaveCSS('opacity', '1');
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();

    await item('Copy formatted');
    await expect(page.getByText('Copied')).toBeVisible();
    const html = await page.evaluate(async () => {
      const [copied] = await navigator.clipboard.read();
      return (await copied?.getType('text/html'))?.text();
    });
    expect(html).toContain('<td>green</td>');

    await item('View Markdown');
    await expect(page.getByRole('dialog').getByText('| Heron | green |')).toBeVisible();
    await page.keyboard.press('Escape');

    await item('Edit answer');
    const editor = page.getByRole('textbox', { name: 'Answer', exact: true });
    await expect(editor).toBeFocused();
    await editor.fill('The heron is **gray**.');
    await editor.press('Control+Enter');
    await expect(answer.getByRole('heading', { name: 'Edited by you' })).toBeVisible();
    await expect(answer.getByText('The heron is gray.')).toBeVisible();
    await expect(messageBox(page)).toBeFocused();
    await answer.getByRole('button', { name: 'Previous version' }).click();
    await expect(turns(page).last().getByRole('cell', { name: 'green' })).toBeVisible();
    await turns(page).last().getByRole('button', { name: 'Next version' }).click();

    await expect(turns(page).last().getByRole('button', { name: 'Previous version' })).toBeFocused();
    await answer.getByText('gray').dblclick();
    await page.getByRole('button', { name: 'Quote' }).click();
    await expect(messageBox(page)).toHaveValue('> gray\n\n');
    await expect(messageBox(page)).toBeFocused();
    await page.keyboard.type('Why?');
    await ask(page, '!echo Because.');
    // The whole answer, from its menu.
    await turns(page).last().hover();
    await turns(page).last().getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Quote' }).click();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(messageBox(page)).toBeFocused();
    await page.keyboard.type('So?');
    await expect(messageBox(page)).toHaveValue('> Because.\n\nSo?');
    await messageBox(page).fill('');
    await turns(page).last().hover();
    await turns(page).last().getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Edit answer' }).click();
    await editor.fill('The first half,');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await settle(page);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Edited by you' }).last()).toBeVisible();
    await expect(page.getByText('The first half,')).toBeVisible();
    const messages = await readOpenMessages(page);
    expect(messages.at(-1)).toMatchObject({ role: 'assistant', status: 'complete' });
    expect(messages.at(-2)).toMatchObject({ role: 'user', author: 'automation' });
  });
  await test.step('an answer goes on from the words that were selected in it', async () => {
    await newChat(page);
    await ask(page, '!echo The **first** half. The second half.');
    await turns(page)
      .last()
      .getByText('half')
      .first()
      .evaluate((element) => {
        const text = element.lastChild?.textContent?.includes('half') ? element.lastChild : element.firstChild;
        if (!text) throw new Error('no text');
        const at = (text.textContent ?? '').indexOf('half.') + 'half.'.length;
        document.getSelection()?.setBaseAndExtent(text, at - 5, text, at);
        document.dispatchEvent(new PointerEvent('pointerup'));
      });
    await page.getByRole('button', { name: 'Continue from here' }).click();
    await settle(page);
    await expect(page.getByRole('heading', { name: 'Edited by you' })).toBeVisible();
    const messages = await readOpenMessages(page);
    const [kept, asked, went] = messages.slice(-3);
    expect(kept?.parts).toEqual([{ type: 'text', text: 'The **first** half.' }]);
    expect(asked).toMatchObject({ role: 'user', author: 'automation', parentId: kept?.id });
    expect(went).toMatchObject({ role: 'assistant', status: 'complete', parentId: asked?.id });
    // The original is there as another version.
    expect(JSON.stringify(messages)).toContain('The **first** half. The second half.');
  });
  await test.step('a message is excluded from requests and included again, deleted and restored', async () => {
    await newChat(page);
    await ask(page, '!echo Something WRONG.');
    const answer = turns(page).last();
    await answer.hover();
    await answer.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Exclude from requests' }).click();
    const line = turns(page).getByRole('button', { name: 'Not sent to models' });
    await expect(line).toHaveText(/Something WRONG\.$/);
    await expect(answer).toBeFocused();
    await expect(page.getByText('This message isn’t sent to models anymore')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(line).toBeHidden();

    await answer.hover();
    await answer.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Exclude from requests' }).click();
    await line.click();
    await expect(line).toHaveAttribute('aria-expanded', 'true');
    await ask(page, '!echo Fine.');
    await turns(page).last().hover();
    await turns(page).last().getByRole('button', { name: 'What was sent' }).click();
    await expect(page.getByRole('dialog').getByText('1 excluded message not sent')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.reload();
    await line.click();
    await turns(page).getByRole('button', { name: 'Include again' }).click();
    await expect(line).toBeHidden();
    await expect(turns(page).nth(1)).toBeFocused();

    // Deleted: gone from the conversation, the outline and the search, and restored by the undo or from the menu.
    const remove = async (index: number) => {
      await turns(page).nth(index).hover();
      await turns(page).nth(index).getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Delete message' }).click();
    };
    const wrong = turns(page).getByText('Something WRONG.', { exact: true });
    await remove(1);
    await expect(wrong).toBeHidden();
    await expect(turns(page)).toHaveCount(3);
    await expect(turns(page).nth(1)).toBeFocused();
    await expect(page.getByText('Message deleted')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(turns(page)).toHaveCount(4);
    await expect(wrong).toBeVisible();
    // The toast goes with the button that was pressed. What had the focus before keeps it.
    await expect(turns(page).nth(2)).toBeFocused();
    await remove(1);
    await expect(turns(page)).toHaveCount(3);
    await remove(2);
    await expect(turns(page)).toHaveCount(2);
    await expect(page.getByText('2 messages deleted')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(turns(page)).toHaveCount(4);
    await remove(1);
    await expect(turns(page)).toHaveCount(3);
    await remove(2);
    await expect(turns(page)).toHaveCount(2);
    await page.reload();
    await expect(turns(page)).toHaveCount(2);
    await ask(page, '!echo Third.');
    await turns(page).last().hover();
    await turns(page).last().getByRole('button', { name: 'What was sent' }).click();
    await expect(page.getByRole('dialog').getByText('2 deleted messages not sent')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Conversation menu' }).click();
    await page.getByRole('menuitem', { name: 'Deleted messages…' }).click();
    const deleted = page.getByRole('dialog', { name: 'Deleted messages' });
    await expect(deleted.getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page);
    await deleted.getByRole('button', { name: /^Restore .*Something WRONG/ }).click();
    await expect(deleted.getByRole('listitem')).toHaveCount(1);
    await deleted.getByRole('button', { name: 'Done' }).click();
    await expect(wrong).toBeVisible();
    await expect(turns(page)).toHaveCount(5);
    // The key for the last question doesn't go to one that is deleted.
    await remove(3);
    await expect(turns(page)).toHaveCount(4);
    await messageBox(page).press('ArrowUp');
    await expect(page.getByRole('textbox', { name: 'Edit message' })).toHaveValue('!echo Fine.');
  });
});
