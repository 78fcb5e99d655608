// @vitest-environment jsdom
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { ExternalLink } from '#ui/shared/links/external-link.tsx';
import { render } from '../../support/render.tsx';

const LINK = <ExternalLink href="https://example.com/a?b=c">there</ExternalLink>;

const press = (element: Element | null | undefined) =>
  act(async () => element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })));

describe('a link that leaves the app', () => {
  it('asks with the full address before anything is opened', async () => {
    const { container, openExternal } = await render(LINK);
    await press(container.querySelector('a'));
    const dialog = document.querySelector('[role="dialog"], [role="alertdialog"]');
    expect(dialog?.textContent).toContain('https://example.com/a?b=c');
    expect(openExternal).not.toHaveBeenCalled();
    await press([...(dialog?.querySelectorAll('button') ?? [])].find((button) => button.textContent === 'Open'));
    expect(openExternal).toHaveBeenCalledExactlyOnceWith('https://example.com/a?b=c');
  });

  it('leaves the question to the shell where the shell asks', async () => {
    const { container, openExternal } = await render(LINK, 'en', true);
    await press(container.querySelector('a'));
    expect(document.querySelector('[role="dialog"], [role="alertdialog"]')).toBeNull();
    expect(openExternal).toHaveBeenCalledExactlyOnceWith('https://example.com/a?b=c');
  });
});
