// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { McpServer, McpSignIn } from '#contract/mcp.ts';
import { SignIn } from '#ui/shared/servers/sign-in.tsx';
import { WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';
import { press } from '../../support/user.ts';

it('a sign-in at a server that says nothing can be given up, and is then no problem', async () => {
  const started = Promise.withResolvers<McpSignIn>();
  const signIn = vi.fn<(id: string) => Promise<McpSignIn>>().mockReturnValue(started.promise);
  const cancelSignIn = vi.fn<(id: string) => Promise<void>>().mockResolvedValue(undefined);
  const onProblem = vi.fn<(error: unknown) => void>();
  const mcp = { host: { signIn, cancelSignIn }, servers: { reload: async () => undefined } };
  await render(
    <WithServices services={{ mcp: mcp as never }}>
      <SignIn server={{ id: 's' } as McpServer} onProblem={onProblem} />
    </WithServices>,
  );
  await press('Sign in');
  await press('Cancel sign-in');
  expect(cancelSignIn).toHaveBeenCalledExactlyOnceWith('s');
  await act(async () => started.reject(new Error('The sign-in was canceled.')));
  expect(onProblem).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Cancel sign-in' })).toBeNull();

  signIn.mockRejectedValueOnce(new Error('It didn’t answer.'));
  await press('Sign in');
  expect(onProblem).toHaveBeenCalledExactlyOnceWith(new Error('It didn’t answer.'));
  expect(screen.queryByRole('button', { name: 'Cancel sign-in' })).toBeNull();
});
