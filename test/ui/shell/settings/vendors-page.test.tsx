// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { HostClient } from '#host-client/host-client.ts';
import { FormsGuard } from '#ui/kit/controls/forms-guard.tsx';
import { AppearanceContext, type AppearanceState } from '#ui/kit/theme/theme.ts';
import { UnlockProvider } from '#ui/shared/secrets/unlock.tsx';
import { useRoute } from '#ui/shared/navigation/use-route.ts';
import { FirstRun } from '#ui/shell/first-run/first-run.tsx';
import { VendorsPage } from '#ui/shell/settings/vendors-page.tsx';
import { ChatWorld, CONNECTION } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { hostWith, onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';
import { fill, press } from '../../support/user.ts';

const vendor = (id: 'groq' | 'mistral', label: string) => ({
  ...CONNECTION,
  id,
  vendor: id,
  label,
  practice: false,
  needsKey: true,
  configured: false,
});
const GROQ_KEY = `gsk_${'a'.repeat(52)}`;

async function draw(content: ReactNode) {
  const world = await ChatWorld.open();
  world.connections = [vendor('groq', 'Groq'), vendor('mistral', 'Mistral')];
  const data = await createPageData(world, world.window());
  await render(
    <WithServices services={{ ...data, host: onlyWith<HostClient>({ group: hostWith({}).group }) }}>
      <AppearanceContext value={createStore(() => onlyWith<AppearanceState>({ change: () => undefined }))}>
        <UnlockProvider>{content}</UnlockProvider>
      </AppearanceContext>
    </WithServices>,
  );
}
const key = (label: string) => screen.findByLabelText<HTMLInputElement>(`API key for ${label}`);

/** The welcome page at the address that the window shows. */
function Welcome() {
  const route = useRoute();
  return <FirstRun add={route.name === 'home' ? route.add : undefined} onStart={() => undefined} />;
}

beforeEach(() => {
  window.location.hash = '';
});

it('keeps a pasted key while the form of another vendor is opened', async () => {
  await draw(<VendorsPage focus={null} />);
  await press('Add key for Mistral');
  fill(await key('Mistral'), 'pasted');
  await press('Add key for Groq');
  await key('Groq');
  expect((await key('Mistral')).value).toBe('pasted');
});

it('brings a key to the vendor that it is from', async () => {
  await draw(
    <FormsGuard>
      <VendorsPage focus="mistral" />
    </FormsGuard>,
  );
  fill(await key('Mistral'), GROQ_KEY);
  await press('Add it to Groq');
  const groq = await key('Groq');
  expect([groq.value, groq === document.activeElement]).toEqual([GROQ_KEY, true]);
  expect(screen.queryByLabelText('API key for Mistral')).toBe(null);
  // It would still be lost.
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
});

it('brings it there on the welcome page, too', async () => {
  window.location.hash = '#/add/mistral';
  await draw(<Welcome />);
  fill(await key('Mistral'), GROQ_KEY);
  await press('Add it to Groq');
  expect((await key('Groq')).value).toBe(GROQ_KEY);
});

it('asks on the welcome page before Back throws a key away, and not for its own Cancel', async () => {
  window.location.hash = '#/add/mistral';
  await draw(<Welcome />);
  fill(await key('Mistral'), 'pasted');
  window.location.hash = '';
  await press('Keep editing', await screen.findByRole('dialog', { name: 'Discard your changes?' }));
  expect((await key('Mistral')).value).toBe('pasted');
  await press('Cancel');
  await screen.findByRole('button', { name: 'Mistral' });
});
