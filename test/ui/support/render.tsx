import { act, cleanup, configure, render as draw, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, vi } from 'vitest';
import type { HostClient } from '#host-client/host-client.ts';
import type { ChatFlows } from '#flows/compose/chat-flows.ts';
import type { OrganizeFlows } from '#flows/organize/organize-flows.ts';
import type { SearchClient } from '#search/search-client.ts';
import type { TransferClient } from '#transfer/transfer-client.ts';
import type { RequestInspection } from '#flows/request/request-inspection.ts';
import { createContextNotices } from '#state/context-notices.ts';
import { AppServicesContext } from '#ui/data/app-services.ts';
import { createI18n } from '#ui/kit/i18n/init.ts';
import { OpenExternalProvider } from '#ui/shared/links/open-external.tsx';
import { Toasts } from '#ui/kit/toasts/toasts.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);
// jsdom has no layout.
Element.prototype.scrollIntoView ??= () => undefined;

/** A service of which only the given members may be used. */
function onlyWith<T extends object>(members: Partial<T>): T {
  return new Proxy(members as T, {
    get(target, member, receiver) {
      if (member in target) return Reflect.get(target, member, receiver) as unknown;
      throw new Error(`${String(member)} was not expected to be used`);
    },
  });
}

export interface Rendered extends Pick<RenderResult, 'container' | 'unmount'> {
  openExternal: ReturnType<typeof vi.fn>;
  rerender(content: ReactNode): Promise<void>;
}

/** Renders with everything that each part of the page can rely on: texts, toasts, and a way to open links. */
export async function render(
  content: ReactNode,
  language: 'en' | 'ko' = 'en',
  shellRunsCommand = false,
): Promise<Rendered> {
  const i18n = createI18n(language);
  const openExternal = vi.fn<HostClient['openExternal']>(async (url) => ({ opened: true, url }));
  const services = {
    host: onlyWith<HostClient>({ openExternal }),
    flows: onlyWith<ChatFlows>({}),
    order: onlyWith<OrganizeFlows>({}),
    requests: onlyWith<RequestInspection>({}),
    contextNotices: createContextNotices(),
    search: onlyWith<SearchClient>({}),
    transfer: onlyWith<TransferClient>({}),
    shellRunsCommand,
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AppServicesContext value={services}>
      <I18nextProvider i18n={i18n}>
        <Toasts>
          <OpenExternalProvider>{children}</OpenExternalProvider>
        </Toasts>
      </I18nextProvider>
    </AppServicesContext>
  );
  const drawn = await act(async () => draw(content, { wrapper }));
  const { container, unmount } = drawn;
  return { container, unmount, openExternal, rerender: (next) => act(async () => drawn.rerender(next)) };
}
