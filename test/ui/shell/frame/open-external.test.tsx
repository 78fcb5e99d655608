// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ExternalLink } from '#ui/shared/links/external-link.tsx';
import { render } from '../../support/render.tsx';
import { click } from '../../support/user.ts';

const LINK = <ExternalLink href="https://example.com/a?b=c">there</ExternalLink>;

describe('a link that leaves the app', () => {
  it('asks with the full address before anything is opened', async () => {
    const { container, openExternal } = await render(LINK);
    await click(container.querySelector('a'));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('https://example.com/a?b=c');
    expect(openExternal).not.toHaveBeenCalled();
    await click([...dialog.querySelectorAll('button')].find((button) => button.textContent === 'Open'));
    expect(openExternal).toHaveBeenCalledExactlyOnceWith({ url: 'https://example.com/a?b=c' });
  });

  it('leaves the question to the shell where the shell asks', async () => {
    const { container, openExternal } = await render(LINK, 'en', true);
    await click(container.querySelector('a'));
    expect(document.querySelector('[role="dialog"], [role="alertdialog"]')).toBeNull();
    expect(openExternal).toHaveBeenCalledExactlyOnceWith({ url: 'https://example.com/a?b=c' });
  });
});
