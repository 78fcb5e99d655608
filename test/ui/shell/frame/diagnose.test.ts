import { expect, it } from 'vitest';
import { DEFAULT_CONFIGURATION } from '#core/reliability/configuration.ts';
import { DEFAULT_APPEARANCE } from '#ui/kit/theme/appearance.ts';
import { diagnose } from '#ui/features/log/diagnose.ts';

it('tells what a bug report needs and nothing a person owns', () => {
  const text = diagnose({
    info: { version: '0.1.0', mount: 'browser', known: true },
    hostReachable: true,
    connections: [
      {
        id: 'anthropic',
        label: 'Anthropic',
        vendor: 'anthropic',
        protocol: 'anthropic',
        baseUrl: 'https://api.anthropic.com',
        practice: false,
        custom: false,
        needsKey: true,
        configured: true,
        last4: 'Zx9Q',
        account: 'fingerprint-of-key',
        keyUrl: null,
      },
      {
        id: 'secret-project-1',
        label: 'Secret project',
        vendor: 'openai',
        protocol: 'openai-chat',
        baseUrl: 'https://secret.example/v1',
        practice: false,
        custom: true,
        needsKey: false,
        configured: true,
        last4: null,
        account: null,
        keyUrl: null,
      },
    ],
    secrets: {
      kind: 'passphrase',
      locked: false,
      choices: ['passphrase', 'session'],
      backend: null,
      problem: '/home/someone/.config/baton/secrets.json is damaged',
    },
    conversations: 12,
    storage: { persisted: false, used: 10, quota: 100 },
    appearance: DEFAULT_APPEARANCE,
    settings: new Map<string, unknown>([
      ['chat.sendKey', 'enter'],
      ['tools.recentFolders', ['/home/someone/Secret']],
      ['chat.note', 'Secret words'],
    ]),
    reliability: {
      configuration: { ...DEFAULT_CONFIGURATION, disabled_hooks: ['session-recovery'] },
      failures: { 'think-mode': 2 },
    },
    navigator: { userAgent: 'Test/1', platform: 'Linux', languages: ['ko'], onLine: true },
    screen: { width: 800, height: 600, ratio: 1 },
  });
  for (const owned of ['Zx9Q', 'fingerprint', 'Secret', 'secret-project', 'secret.example', '/home/someone'])
    expect(text).not.toContain(owned);
  const parsed: unknown = JSON.parse(text);
  expect(parsed).toMatchObject({
    baton: { version: '0.1.0', mount: 'browser', hostReachable: true },
    connections: [
      { id: 'anthropic', configured: true },
      { id: 'custom', protocol: 'openai-chat' },
    ],
    secrets: { kind: 'passphrase', problem: true },
    conversations: 12,
    settings: { 'chat.sendKey': 'enter', 'tools.recentFolders': '[1 items]', 'chat.note': '[12 characters]' },
    reliability: {
      off: expect.arrayContaining(['session-recovery']) as string[],
      failures: { 'think-mode': 2 },
      experimental: { preemptive_compaction: true },
    },
  });
});
