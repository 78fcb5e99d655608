// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { WebSearch } from '#contract/web-search.ts';
import { WebSearchPage } from '#ui/shell/settings/web-search-page.tsx';
import { hostWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';

it('an address that is typed on while it is being saved stays', async () => {
  const slow = Promise.withResolvers<void>();
  const sent: unknown[] = [];
  const state: WebSearch = { service: 'searxng', address: null, keys: [] };
  const host = hostWith({
    webSearch: async () => state,
    async putWebSearch(wish: { address?: string }) {
      sent.push(wish);
      await slow.promise;
      return { ...state, address: wish.address ?? null };
    },
  });
  await render(
    <WithServices services={{ host }}>
      <WebSearchPage />
    </WithServices>,
  );
  const address = await screen.findByLabelText<HTMLInputElement>('Address of your server');
  await userEvent.type(address, 'http://localhost:8888{Enter}');
  await userEvent.type(address, '/search');
  slow.resolve();
  await screen.findByText('Saved', { exact: false });
  expect(sent).toEqual([{ service: 'searxng', address: 'http://localhost:8888' }]);
  expect(address.value).toBe('http://localhost:8888/search');
});
