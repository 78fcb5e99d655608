// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { reasonText } from '#core/reasons.ts';
import { HostProblemError } from '#host-client/host-error.ts';
import { SetUpFailure } from '#ui/features/history/sync/set-up-failure.tsx';
import { render } from '../../../support/render.tsx';

const TITLE = 'The place to sync with lets nobody in with these credentials';

async function details(detail: string | undefined) {
  const error = new HostProblemError({
    type: 'about:blank',
    title: TITLE,
    status: 403,
    code: 'sync_refused',
    ...(detail !== undefined && { detail }),
  });
  const nothing = () => undefined;
  await render(<SetUpFailure error={error} how="begin" kind="webdav" onHow={nothing} onPassphrase={nothing} />, 'ko');
  return document.querySelector('details');
}

describe('the details of a setup of sync that failed', () => {
  it('are in the user’s language where they are Baton’s own words', async () => {
    const shown = await details(reasonText('sync.login'));
    expect(shown?.textContent).toContain('사용자 이름이나 비밀번호가 틀렸어요.');
    expect(shown?.textContent).not.toContain('wrong');
  });

  it('show the words of others as they came', async () => {
    const shown = await details('EACCES: permission denied, access /srv/share');
    expect(shown?.querySelector('code')?.textContent).toBe('EACCES: permission denied, access /srv/share');
  });

  it('are missing where the host only gave its code', async () => {
    expect(await details(undefined)).toBeNull();
    expect(document.body.textContent).not.toContain(TITLE);
  });
});
