import { act, cleanup, configure, render as draw, type RenderResult } from '@testing-library/react';
import { useEffect, type ReactNode } from 'react';
import { afterEach, vi } from 'vitest';
import type { HostClient } from '#host-client/host-client.ts';
import { ServicesContext } from '#ui/data/services.ts';
import { TextsProvider } from '#ui/kit/i18n/texts-provider.tsx';
import { OpenExternalProvider } from '#ui/shared/links/open-external.tsx';
import { toastManager } from '#ui/kit/toasts/toast-manager.ts';
import { Toasts } from '#ui/kit/toasts/toasts.tsx';
import { textsIn } from './i18n.ts';
import { fakeServices, onlyWith } from '#test/fakes/services.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);
// jsdom has no layout.
Element.prototype.scrollIntoView ??= () => undefined;
globalThis.ResizeObserver ??= class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};

export interface Rendered extends Pick<RenderResult, 'container' | 'unmount'> {
  openExternal: ReturnType<typeof vi.fn>;
  rerender(content: ReactNode): Promise<void>;
}

/** A toast that is open when its page goes would count as open in the next one. */
function PageToasts() {
  useEffect(() => () => toastManager.close(), []);
  return <Toasts />;
}

/** Renders with everything that each part of the page can rely on: texts, toasts, and a way to open links. */
export async function render(
  content: ReactNode,
  language: 'en' | 'ko' = 'en',
  shellRunsCommand = false,
): Promise<Rendered> {
  const texts = textsIn(language);
  const openExternal = vi.fn<HostClient['openExternal']>(async ({ url }) => ({ opened: true, url }));
  const services = fakeServices({ host: onlyWith<HostClient>({ openExternal }), shellRunsCommand });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ServicesContext value={services}>
      <TextsProvider texts={texts}>
        <OpenExternalProvider>{children}</OpenExternalProvider>
        <PageToasts />
      </TextsProvider>
    </ServicesContext>
  );
  const drawn = await act(async () => draw(content, { wrapper }));
  const { container, unmount } = drawn;
  return { container, unmount, openExternal, rerender: (next) => act(async () => drawn.rerender(next)) };
}
