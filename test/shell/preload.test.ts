import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeElectron } from '#test/fakes/electron.ts';

const argv = process.argv;
afterEach(() => {
  process.argv = argv;
  vi.doUnmock('electron');
});

async function load(...args: string[]) {
  const fake = createFakeElectron();
  // Anything that a preload must not even access is missing.
  const { contextBridge } = fake.module as { contextBridge: object };
  vi.resetModules();
  vi.doMock('electron', () => ({ contextBridge }));
  process.argv = ['electron', ...args];
  await import('../../electron/preload.ts');
  return fake.exposed;
}

describe('preload (S08)', () => {
  it('exposes one frozen object with the token, and nothing that can be called', async () => {
    const exposed = await load('--type=renderer', '--baton-token=abc-_123');
    expect([...exposed.keys()]).toEqual(['baton']);
    const baton = exposed.get('baton') as Record<string, unknown>;
    expect(Object.entries(baton)).toEqual([['token', 'abc-_123']]);
    expect(Object.isFrozen(baton)).toBe(true);
  });

  it('takes the argument of the main process, which comes last', async () => {
    const exposed = await load('--baton-token=forged', '--baton-token=real');
    expect(exposed.get('baton')).toEqual({ token: 'real' });
  });

  it('exposes nothing without a token', async () => {
    await expect(load('--type=renderer')).rejects.toThrow('without a token');
  });
});
