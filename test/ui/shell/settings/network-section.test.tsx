// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { NetworkState, PutNetwork } from '#contract/network.ts';
import { reasonText } from '#core/reasons.ts';
import { HostProblemError } from '#host-client/host-error.ts';
import { NetworkSection } from '#ui/shell/settings/network-section.tsx';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { hostWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';

const STATE: NetworkState = {
  proxy: 'system',
  address: null,
  except: [],
  user: null,
  hasPassword: false,
  system: { by: 'system', proxy: 'http://corp.example:3128' },
  systemAuthorities: false,
  authorities: [],
  damaged: false,
};

/** `refusal`: why the host refuses what is saved. It answers once it is `free`. */
async function shown(first: Partial<NetworkState> = {}, refusal?: string, free?: Promise<void>) {
  const sent: PutNetwork[] = [];
  const pems: string[] = [];
  let state = { ...STATE, ...first };
  const host = hostWith({
    network: async () => state,
    async putNetwork(wish: PutNetwork) {
      await free;
      sent.push(wish);
      if (refusal !== undefined)
        throw new HostProblemError({
          type: 'about:blank',
          status: 400,
          code: 'bad_request',
          title: 'Bad request',
          detail: refusal,
        });
      const { password, ...rest } = wish;
      state = { ...state, ...rest, hasPassword: state.hasPassword || password !== undefined };
      return state;
    },
    async addAuthority({ pem }: { pem: string }) {
      pems.push(pem);
      state = { ...state, authorities: [{ fingerprint: 'ab'.repeat(32), name: 'Example Root', until: 0 }] };
      return state;
    },
    async removeAuthority() {
      state = { ...state, authorities: [] };
      return state;
    },
  });
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  await render(
    <WithServices services={{ ...data, host }}>
      <NetworkSection />
    </WithServices>,
  );
  await screen.findByText('Proxy');
  const changeElsewhere = (change: Partial<NetworkState>) => (state = { ...state, ...change });
  return { sent, pems, changeElsewhere };
}

it('says what the system names, and goes directly as soon as that is chosen', async () => {
  const { sent } = await shown();
  expect(document.body.textContent).toContain('Your system uses http://corp.example:3128.');
  await userEvent.click(screen.getByText('None'));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({ proxy: 'none', address: null, except: [], user: null, systemAuthorities: false });
});

it('of two choices in a row the last one counts, also while the first is being stored', async () => {
  const slow = Promise.withResolvers<void>();
  const { sent } = await shown({}, undefined, slow.promise);
  await userEvent.click(screen.getByRole('radio', { name: 'None' }));
  await userEvent.click(screen.getByRole('radio', { name: 'System' }));
  slow.resolve();
  await waitFor(() => expect(sent.map(({ proxy }) => proxy)).toEqual(['none', 'system']));
  expect(screen.getByRole('radio', { name: 'System' }).getAttribute('aria-checked')).toBe('true');
});

it('a choice that the host refuses is not shown as made, and can be made again', async () => {
  const { sent } = await shown({}, reasonText('proxy.address'));
  await userEvent.click(screen.getByRole('radio', { name: 'None' }));
  await waitFor(() => expect(screen.getByRole('radio', { name: 'System' }).getAttribute('aria-checked')).toBe('true'));
  await userEvent.click(screen.getByRole('radio', { name: 'None' }));
  await waitFor(() => expect(sent).toHaveLength(2));
});

it('a proxy of one’s own is used once it is saved, with its password, which is not shown again', async () => {
  const { sent } = await shown();
  await userEvent.click(screen.getByText('Manual'));
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(document.body.textContent).toContain('Enter an address, such as');
  expect(sent).toEqual([]);
  await userEvent.type(screen.getByLabelText('Proxy address'), 'http://proxy.example:8080');
  expect(screen.queryByLabelText('Password')).toBeNull();
  await userEvent.type(screen.getByLabelText('User name'), 'me');
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  await userEvent.type(password, 'secret');
  await userEvent.type(screen.getByLabelText('Bypass the proxy for'), '*.example.com, 10.0.0.1');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    proxy: 'manual',
    address: 'http://proxy.example:8080',
    except: ['*.example.com', '10.0.0.1'],
    user: 'me',
    password: 'secret',
    systemAuthorities: false,
  });
  await waitFor(() => expect(password.value).toBe(''));
  expect(document.body.textContent).toContain('Stored with your keys.');
});

it('what is typed while the form is being saved stays', async () => {
  const slow = Promise.withResolvers<void>();
  const first = { proxy: 'manual', address: 'http://a.example:8080', user: 'me' } as const;
  const { sent } = await shown(first, undefined, slow.promise);
  const address = screen.getByLabelText<HTMLInputElement>('Proxy address');
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  await userEvent.type(password, 'old');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.type(address, '/proxy');
  await userEvent.type(password, 'new');
  slow.resolve();
  await screen.findByText('Network settings saved', { exact: false });
  expect(sent).toEqual([expect.objectContaining({ address: 'http://a.example:8080', password: 'old' })]);
  expect([address.value, password.value]).toEqual(['http://a.example:8080/proxy', 'oldnew']);
});

it('says that a stored password is not for another proxy', async () => {
  await shown({ proxy: 'manual', address: 'http://a.example:8080', user: 'me', hasPassword: true });
  expect(document.body.textContent).toContain('Leave empty to keep it.');
  await userEvent.type(screen.getByLabelText('Proxy address'), '1');
  expect(document.body.textContent).not.toContain('Leave empty to keep it.');
  expect(document.body.textContent).toContain(
    'The stored password is for another address or user name. Enter it again.',
  );
  await userEvent.type(screen.getByLabelText('Proxy address'), '{Backspace}');
  expect(document.body.textContent).toContain('Leave empty to keep it.');
});

it('says at its field, which has the focus then, that an address is missing or none', async () => {
  const { sent } = await shown({ proxy: 'manual' }, reasonText('proxy.address'));
  const address = screen.getByLabelText('Proxy address');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(document.activeElement).toBe(address);
  await userEvent.type(address, 'nowhere');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(document.activeElement).toBe(address));
  expect(address.getAttribute('aria-invalid')).toBe('true');
  expect(address.closest('form')?.textContent).toContain('Enter the address of the proxy as');
});

it('trusting the system’s certificates keeps the proxy as it is stored', async () => {
  const { sent } = await shown({ proxy: 'manual', address: 'http://a.example:1', user: 'me', hasPassword: true });
  await userEvent.click(screen.getByRole('switch'));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    proxy: 'manual',
    address: 'http://a.example:1',
    user: 'me',
    systemAuthorities: true,
  });
  expect(sent[0]).not.toHaveProperty('password');
});

it('a switch stores neither what is half written in the form nor what another window has changed since', async () => {
  const { sent, changeElsewhere } = await shown({ proxy: 'manual', address: 'http://a.example:1' });
  changeElsewhere({ address: 'http://b.example:2', except: ['*.example'] });
  await userEvent.type(screen.getByLabelText('Proxy address'), '23');
  await userEvent.click(screen.getByRole('switch'));
  await waitFor(() => expect(sent).toHaveLength(1));
  const stored = { address: 'http://b.example:2', except: ['*.example'], user: null };
  expect(sent[0]).toEqual({ ...stored, proxy: 'manual', systemAuthorities: true });
  expect(screen.getByLabelText<HTMLInputElement>('Proxy address').value).toBe('http://a.example:123');
  await userEvent.click(screen.getByText('None'));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ ...stored, proxy: 'none', systemAuthorities: true });
});

it('an authority is added from a file and removed again', async () => {
  const { pems } = await shown();
  const [input] = document.querySelectorAll<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('no file can be chosen');
  await userEvent.upload(input, new File(['-----BEGIN CERTIFICATE-----'], 'root.pem'));
  await waitFor(() => expect(pems).toEqual(['-----BEGIN CERTIFICATE-----']));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Example Root' }));
  await waitFor(() => expect(screen.queryByText('Example Root')).toBeNull());
});
