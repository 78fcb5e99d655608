import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Network, networkOf, readBaseUrl } from '#host/base/base-url.ts';
import { createConnectionStore } from '#host/base/connection-store.ts';
import { PRACTICE_ROWS, VENDOR_ROWS } from '#host/base/vendor-table.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { VENDORS } from '#core/vendor.ts';

let home = '';
const file = () => join(home, 'connections.json');
const open = () => createConnectionStore({ home, clock: { now: () => Date.UTC(2026, 10, 21) }, practice: true });
const mine = { label: 'Mine', protocol: 'openai-chat' as const, baseUrl: 'http://192.168.1.5:1234/v1/' };
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'baton-connections-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test('the table: every vendor once, https unless on this machine, practice addresses that cannot leave it', () => {
  expect(VENDOR_ROWS.map(({ vendor }) => vendor).toSorted()).toEqual([...VENDORS].toSorted());
  for (const row of VENDOR_ROWS) expect(readBaseUrl(row.baseUrl, row.protocol)).toBe(row.baseUrl);
  for (const row of VENDOR_ROWS) expect(row.baseUrl).toMatch(/^(https:|http:\/\/127\.0\.0\.1:)/);
  for (const row of PRACTICE_ROWS) expect(new URL(row.baseUrl).hostname).toMatch(/\.practice\.invalid$/);
});

test('Ollama’s own connection and one at another address use its own API', async () => {
  expect(await open().find('ollama')).toMatchObject({ protocol: 'ollama', baseUrl: 'http://127.0.0.1:11434' });
  const { id } = await open().add({ label: 'NAS', protocol: 'ollama', baseUrl: 'http://192.168.1.20:11434/v1/' });
  expect(await open().find(id)).toMatchObject({
    vendor: 'ollama',
    baseUrl: 'http://192.168.1.20:11434',
    needsKey: false,
  });
});

test('a server is kept over a new start, privately', async () => {
  const { id } = await open().add(mine);
  expect(await open().find(id)).toMatchObject({
    label: 'Mine',
    baseUrl: 'http://192.168.1.5:1234/v1',
    needsKey: false,
  });
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  await open().remove(id);
  await expect(open().find(id)).rejects.toMatchObject({ code: 'unknown_connection' });
});

test('parallel additions are all kept, with ids of their own', async () => {
  const store = open();
  const rows = await Promise.all(Array.from({ length: 10 }, () => store.add(mine)));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(10);
  expect((await open().rows()).filter(({ custom }) => custom)).toHaveLength(10);
});

test('a file of an earlier build opens, and is written back as it was', async () => {
  const before = `${JSON.stringify(
    {
      version: 1,
      servers: [
        {
          id: 'custom-0123456789ab',
          label: 'Office',
          protocol: 'openai-chat',
          baseUrl: 'http://10.0.0.7:8000/v1',
          needsKey: true,
        },
        {
          id: 'custom-ba9876543210',
          label: 'Ollama 2',
          protocol: 'openai-chat',
          vendor: 'ollama',
          baseUrl: 'http://127.0.0.1:11500/v1',
          needsKey: false,
        },
      ],
    },
    null,
    2,
  )}\n`;
  writeFileSync(file(), before);
  const store = open();
  expect(await store.find('custom-0123456789ab')).toMatchObject({ vendor: 'openai', auth: 'bearer', needsKey: true });
  expect(await store.find('custom-ba9876543210')).toMatchObject({
    vendor: 'ollama',
    protocol: 'openai-chat',
    baseUrl: 'http://127.0.0.1:11500/v1',
  });
  await store.setNeedsKey('custom-0123456789ab', true);
  expect(readFileSync(file(), 'utf8')).toBe(before);
});

test('what a connection adds to its requests is kept over a new start', async () => {
  const more = {
    vendor: 'ollama' as const,
    headers: { 'X-Team': 'research' },
    models: ['a'],
    apiVersion: '2024-10-21',
  };
  const { id } = await open().add({ ...mine, ...more });
  expect(await open().find(id)).toMatchObject(more);
});

test.for([
  'not json',
  '{"version":1,"servers":[{"id":"custom-0123456789ab","label":"x","protocol":"openai-chat","baseUrl":"https://llm.example","needsKey":true,"headers":{"Authorization":"Bearer x"}}]}',
  '{"version":1,"servers":[{"id":"openai","label":"x","protocol":"openai-chat","baseUrl":"https://evil.example","needsKey":true}]}',
  '{"version":1,"servers":[{"id":"custom-0123456789ab","label":"x","protocol":"openai-chat","baseUrl":"http://evil.example","needsKey":true}]}',
  '{"version":2,"servers":[]}',
])('a file that is damaged or doctored (%s) is set aside, with a warning', async (text) => {
  writeFileSync(file(), text);
  const store = open();
  expect((await store.rows()).some(({ custom }) => custom)).toBe(false);
  expect(await store.warning()).toContain('set-aside');
  const setAside = readdirSync(home).find((name) => name.includes('set-aside')) ?? '';
  expect(readFileSync(join(home, setAside), 'utf8')).toBe(text);
  expect((await store.find('openai')).baseUrl).toBe('https://api.openai.com/v1');
});

describe('base URLs', () => {
  const good: [string, Protocol, string][] = [
    ['https://llm.example', 'openai-chat', 'https://llm.example'],
    ['https://LLM.example/V1/', 'openai-chat', 'https://llm.example/V1'],
    ['http://localhost:1234/v1', 'openai-chat', 'http://localhost:1234/v1'],
    ['http://[::1]:8080/v1', 'openai-chat', 'http://[::1]:8080/v1'],
    ['http://10.0.0.7/v1/chat/completions', 'openai-chat', 'http://10.0.0.7/v1'],
    ['http://nas:8000/v1', 'openai-chat', 'http://nas:8000/v1'],
    ['http://studio.local:8000/v1/', 'openai-responses', 'http://studio.local:8000/v1'],
    ['https://gate.example/anthropic/v1/messages', 'anthropic', 'https://gate.example/anthropic'],
    ['https://gate.example/v1', 'anthropic', 'https://gate.example'],
    ['https://gate.example/v1beta', 'gemini', 'https://gate.example'],
  ];
  test.for(good)('%s for %s', ([text, protocol, expected]) => {
    expect(readBaseUrl(text, protocol)).toBe(expected);
  });

  test.for([
    'http://llm.example/v1',
    'http://8.8.8.8/v1',
    'ftp://llm.example',
    'file:///etc/passwd',
    // oxlint-disable-next-line no-script-url -- what must be refused
    'javascript:alert(1)',
    'https://user:secret@llm.example',
    'https://llm.example/v1?key=x',
    'https://llm.example/v1#x',
    'http://169.254.169.254/latest/meta-data',
    'https://169.254.169.254/',
    'http://[fe80::1]/v1',
    'http://0.0.0.0:80/',
    'http://[::ffff:169.254.169.254]/',
    'http://2852039166/latest',
    'https://llm.example/a%2fb',
    'not an address',
    '',
  ])('%s is refused with a reason', (text) => {
    expect(() => readBaseUrl(text, 'openai-chat')).toThrow(expect.objectContaining({ code: 'bad_request' }));
  });

  const networks: [string, Network | 'forbidden'][] = [
    ['api.openai.com', 'public'],
    ['127.0.0.1', 'loopback'],
    ['127.9.9.9', 'loopback'],
    ['localhost', 'loopback'],
    ['app.localhost', 'loopback'],
    ['[::1]', 'loopback'],
    ['[::ffff:127.0.0.1]', 'loopback'],
    ['[64:ff9b::a00:1]', 'private'],
    ['[::a9fe:a9fe]', 'forbidden'],
    ['[::ffff:7f00:1]', 'loopback'],
    ['172.16.0.1', 'private'],
    ['172.32.0.1', 'public'],
    ['192.168.0.1', 'private'],
    ['100.64.0.1', 'private'],
    ['[fd00::1]', 'private'],
    ['[2606:4700::1]', 'public'],
    ['nas', 'private'],
    ['nas.local', 'private'],
    ['224.0.0.1', 'forbidden'],
    ...(
      '0.1.2.3 169.254.1.1 192.0.2.1 198.51.100.1 203.0.113.1 240.0.0.1 255.255.255.255 ' +
      '[::] [100::1] [100:0:0:1::1] [2001:db8::1] [3fff::1] [fe80::1] [ff02::1] [::ffff:169.254.1.1]'
    )
      .split(' ')
      .map((name): [string, Network | 'forbidden'] => [name, 'forbidden']),
    ...(
      '10.0.0.1 100.127.255.255 172.31.0.1 192.0.0.192 192.88.99.1 192.168.255.255 ' +
      '[64:ff9b:1::a00:1] [64:ff9b:1:ffff::1] [2001::1] [2001:2::1] [2001:1ff:ffff::] [5f00::1] [fc00::1] [fec0::1]'
    )
      .split(' ')
      .map((name): [string, Network | 'forbidden'] => [name, 'private']),
    ...'100.128.0.1 192.0.1.1 198.18.0.1 172.32.0.1 [2001:200::1] [64:ff9b:2::1] [2400::1]'
      .split(' ')
      .map((name): [string, Network | 'forbidden'] => [name, 'public']),
  ];
  test.for(networks)('%s is %s', ([name, network]) => {
    expect(networkOf(name)).toBe(network);
  });
});
